#include "bmethod/compile/program_builder.hpp"

namespace quotient::bmethod {
namespace {

const Type* record_of(Types& types, const TypeTable& table, TypeRef type) {
  const auto& fields = table.fields(type);
  const Type* rest = type_of(types, table, fields.back().second);
  for (std::size_t i = fields.size() - 1; i-- > 0;) rest = types.pair(type_of(types, table, fields[i].second), rest);
  std::vector<std::string> names;
  for (const auto& field : fields) names.push_back(field.first);
  return types.record(rest, std::move(names));
}

}  // namespace

const Type* type_of(Types& types, const TypeTable& table, TypeRef type) {
  switch (table.kind(type)) {
    case TypeTable::Kind::integer:
      return types.integer();
    case TypeTable::Kind::boolean:
      return types.boolean();
    case TypeTable::Kind::string:
      return types.string();
    case TypeTable::Kind::given:
      return types.given(table.given_set(type));
    case TypeTable::Kind::set:
      return types.set(type_of(types, table, table.element(type)));
    case TypeTable::Kind::pair:
      return types.pair(type_of(types, table, table.first(type)), type_of(types, table, table.second(type)));
    case TypeTable::Kind::record:
      return record_of(types, table, type);
    case TypeTable::Kind::variable:
      return types.boolean();  // an empty set of nothing in particular: any type serves
    case TypeTable::Kind::predicate:
      break;
  }
  report_bug("a predicate has no values");
}

}  // namespace quotient::bmethod

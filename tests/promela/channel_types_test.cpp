#include "promela/check/channel_types.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "model_text.hpp"

namespace quotient::promela {
namespace {

struct Reconstructed : ModelText {
  using ModelText::ModelText;

  const Variable& variable(const std::string& name) const {
    for (const auto& v : module->variables) {
      if (v->name.text == name) return *v;
    }
    for (const auto& s : module->structures) {
      for (const auto& f : s->fields) {
        if (f->name.text == name) return *f;
      }
    }
    ADD_FAILURE() << "no variable " << name;
    return *module->variables.front();
  }
  std::uint32_t type(const std::string& name) const { return variable(name).channel_type.value; }
  const std::vector<ValueType>& fields(const std::string& name) const {
    return module->channel_types.all[type(name)].fields;
  }
  /// The names of all variables that hold process ids, but the predefined ones.
  std::string process_ids() const {
    std::string names;
    for (const auto& v : module->variables) {
      if (v->process_id && v->predefined == Predefined::no) names += v->name.text + " ";
    }
    return names;
  }
};

TEST(ChannelTypes, FlowThroughParametersAndMessages) {
  const Reconstructed model(
      "chan data = [1] of { byte, bool }; chan carrier = [1] of { chan };\n"
      "proctype P(chan in, out) { chan c; byte b; bool f; in?c; c?b,f; out!c }\n"
      "chan other = [3] of { chan }; chan unused;\n"
      "init { carrier!data; run P(carrier, other) }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  EXPECT_EQ(model.type("c"), model.type("data"));
  EXPECT_EQ(model.type("in"), model.type("carrier"));
  EXPECT_EQ(model.type("other"), model.type("carrier")) << "equal types have equal numbers";
  EXPECT_NE(model.type("data"), model.type("carrier"));
  EXPECT_EQ(model.type("unused"), 0U);
  ASSERT_EQ(model.fields("carrier").size(), 1U);
  EXPECT_EQ(model.fields("carrier")[0].base, BaseType::channel);
  EXPECT_EQ(model.fields("carrier")[0].channel.value, model.type("data"));
  ASSERT_EQ(model.fields("data").size(), 2U);
  EXPECT_EQ(model.fields("data")[1].base, BaseType::boolean);
  EXPECT_EQ(model.module->channel_types.all.size(), 3U);
}

TEST(ChannelTypes, RecursiveTypesAreMinimal) {
  // Each of a, b and c carries the next one of them and a byte: all are the one type rec X . chan { X, byte }.
  const Reconstructed model(
      "chan a = [1] of { chan, byte }; chan b = [1] of { chan, byte }; chan c = [1] of { chan, byte };\n"
      "chan d = [1] of { chan, byte }; chan e = [1] of { chan };\n"
      "init { a!b,1; b!c,2; c!a,3; d!d,4; e!a }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  EXPECT_NE(model.type("a"), 0U);
  EXPECT_EQ(model.type("a"), model.type("b"));
  EXPECT_EQ(model.type("a"), model.type("c"));
  EXPECT_EQ(model.type("a"), model.type("d"));
  EXPECT_EQ(model.fields("a")[0].channel.value, model.type("a"));
  EXPECT_NE(model.type("e"), model.type("a"));
  EXPECT_EQ(model.module->channel_types.all.size(), 3U) << "unknown, the recursive one, and that of e";
}

TEST(ChannelTypes, StructuresInMessagesStandForTheirFields) {
  const Reconstructed model(
      "typedef M { pid who; chan back }; chan q = [1] of { M }; chan r = [0] of { byte };\n"
      "active proctype P() { M m; byte x; m.back = r; m.who = _pid; q!m; q?m; q?x,_ }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  ASSERT_EQ(model.fields("q").size(), 2U);
  EXPECT_TRUE(model.fields("q")[0].process_id);
  EXPECT_EQ(model.fields("q")[1].channel.value, model.type("r"));
  EXPECT_EQ(model.type("back"), model.type("r"));
  EXPECT_TRUE(model.variable("x").process_id) << "received where process ids are sent";
}

TEST(ChannelTypes, ProcessIdsAreFoundByFlow) {
  const Reconstructed model(
      "byte turn, flag[3], level, count = 3, started, owner, asked, best; mtype = { m }; mtype kind; pid declared;\n"
      "chan q = [1] of { byte };\n"
      "proctype P(byte me; byte n) { byte k, other;\n"
      "  turn = _pid; flag[_pid] = level; k != turn; flag[k] > level; other == me;\n"
      "  q!_pid; q?owner; n < 3; count == 3; kind = m; enabled(asked); P[best]@L; L: skip }\n"
      "init { started = run P(_pid, 2); started == 0 }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  EXPECT_EQ(model.process_ids(), "turn started owner asked best declared me k other ");
}

TEST(ChannelTypes, ConditionalsCarryWhatTheirBranchesDo) {
  const Reconstructed model(
      "chan a = [1] of { byte }; chan b = [1] of { byte }; byte x, y;\n"
      "proctype P(chan c) { y = (x -> _pid : 0); c!1 } init { run P((x -> a : b)) }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  EXPECT_EQ(model.type("c"), model.type("a"));
  EXPECT_EQ(model.process_ids(), "y ");
}

TEST(ChannelTypes, WhatDoesNotFitIsNoError) {
  const Reconstructed model(
      "chan a = [1] of { byte }; chan b = [1] of { chan, byte }; byte x;\n"
      "active proctype P() { chan c; c = a; c = b; c!x; x = a; x == _pid }");
  EXPECT_NE(model.module, nullptr) << model.messages();
}

}  // namespace
}  // namespace quotient::promela

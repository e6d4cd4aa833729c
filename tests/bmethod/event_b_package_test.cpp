#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "bmethod/syntax/package_formula.hpp"
#include "explore.hpp"

// Packages of Event-B as Rodin exports them for ProB: the terms of a whole project in one file.

namespace quotient::bmethod {
namespace {

std::string list(const std::vector<std::string>& terms) { return fmt::format("[{}]", fmt::join(terms, ",")); }
std::string name(const std::string& of) { return fmt::format("identifier(none,'{}')", of); }
std::string names(const std::vector<std::string>& all) {
  std::vector<std::string> made;
  for (const std::string& each : all) made.push_back(name(each));
  return list(made);
}
/// With a label.
std::string said(const std::string& label, const std::string& kind, const std::vector<std::string>& args) {
  return fmt::format("{}(rodinpos(c,{},'_x'),{})", kind, label, fmt::join(args, ","));
}
std::string made(const std::string& kind, const std::vector<std::string>& args) {
  return fmt::format("{}(none,{})", kind, fmt::join(args, ","));
}
std::string event(const std::string& of, const std::vector<std::string>& parameters,
                  const std::vector<std::string>& guards, const std::vector<std::string>& actions) {
  return fmt::format("event(rodinpos(c,'{0}','_e'),'{0}',ordinary(none),[],{1},{2},[],{3},[])", of, names(parameters),
                     list(guards), list(actions));
}

struct Component {
  std::string kind, name;
  std::vector<std::string> sections;
  std::string text() const { return fmt::format("{}(none,'{}',{})", kind, name, list(sections)); }
};

/// Guests come and go, by a door that only the refinement knows; `size` is a word of classical B.
std::string hotel(const std::string& least = "3") {
  const std::string guests = name("guests");
  const Component abstract{
      "event_b_model",
      "hotel_0",
      {"sees(none,[people])", "variables(none," + names({"guests"}) + ")",
       "invariant(none," + list({said("inv1", "subset", {guests, name("PERSON")})}) + ")",
       "events(none," +
           list({event("INITIALISATION", {}, {}, {said("act1", "assign", {list({guests}), "[empty_set(none)]"})})}) +
           ")"}};
  const std::string guest = made("set_extension", {names({"p"})});
  const Component concrete{
      "event_b_model",
      "hotel_1",
      {"sees(none,[people])", "refines(none,hotel_0)", "variables(none," + names({"guests", "door", "size"}) + ")",
       "invariant(none," +
           list({said("inv1", "member", {name("door"), name("DOOR")}),
                 said("inv2", "less_equal", {made("card", {guests}), name("room")}),
                 said("inv3", "equal", {name("size"), made("card", {guests})})}) +
           ")",
       "theorems(none," +
           list({said("thm1", "member", {name("size"), made("interval", {"integer(none,0)", name("room")})})}) + ")",
       "events(none," +
           list({event("INITIALISATION", {}, {},
                       {said("act1", "assign", {list({guests}), "[empty_set(none)]"}),
                        said("act2", "assign", {names({"door", "size"}), list({name("closed"), "integer(none,0)"})})}),
                 event("turn", {}, {},
                       {said("act1", "becomes_such",
                             {names({"door"}), made("not_equal", {"identifier(none,'door\\'')", name("door")})})}),
                 event("enter", {"p"},
                       {said("grd1", "conjunct",
                             {made("not_member", {name("p"), guests}), made("equal", {name("door"), name("open")})}),
                        said("grd2", "less", {made("card", {guests}), name("room")})},
                       {said("act1", "assign", {list({guests}), list({made("union", {guests, guest})})}),
                        said("act2", "assign",
                             {names({"size"}), list({made("add", {name("size"), "integer(none,1)"})})})}),
                 event("leave", {"p"}, {said("grd1", "member", {name("p"), guests})},
                       {said("act1", "becomes_element_of",
                             {names({"guests"}),
                              made("set_extension", {list({made("set_subtraction", {guests, guest})})})}),
                        said("act2", "assign",
                             {names({"size"}), list({made("minus", {name("size"), "integer(none,1)"})})})})}) +
           ")"}};
  const Component people{
      "event_b_context",
      "people",
      {"extends(none,[numbers])", "constants(none," + names({"open", "closed"}) + ")",
       "axioms(none," +
           list({said("axm1", "partition",
                      {name("DOOR"),
                       list({made("set_extension", {names({"open"})}), made("set_extension", {names({"closed"})})})}),
                 said("axm2", "finite", {name("PERSON")}),
                 said("axm3", "greater_equal", {made("card", {name("PERSON")}), "integer(none," + least + ")"})}) +
           ")",
       "sets(none,[deferred_set(none,'PERSON'),deferred_set(none,'DOOR')])"}};
  const Component numbers{
      "event_b_context",
      "numbers",
      {"extends(none,[])", "constants(none," + names({"room"}) + ")",
       "axioms(none," + list({said("axm1", "equal", {name("room"), "integer(none,2)"})}) + ")", "sets(none,[])"}};
  return fmt::format("package(load_event_b_project([{},{}],[{},{}],[exporter_version(3)],_Error)).\n", concrete.text(),
                     abstract.text(), people.text(), numbers.text());
}

std::unique_ptr<test::Loaded> load_package(const std::string& text) {
  auto loaded = std::make_unique<test::Loaded>();
  Options options;
  options.setup = SetupStates::none;
  const FileId file = loaded->sources.add("hotel_1_mch.eventb", text);
  loaded->system = load(loaded->sources, file, options, loaded->diagnostics);
  return loaded;
}

/// At most two of three people: 1 + 3 + 3, with two doors twice as many; of four 1 + 4 + 6, twice.
TEST(EventBPackage, AProjectInOneFile) {
  for (const auto& [least, states] : {std::pair("3", 14U), {"4", 22U}}) {
    const auto loaded = load_package(hotel(least));
    ASSERT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
    const test::Exploration found = test::explore(*loaded->system);
    EXPECT_EQ(found.states, states);
    EXPECT_TRUE(found.findings.empty()) << *found.messages.begin();
  }
}

TEST(EventBPackage, MessagesNameLabels) {
  std::string text = hotel();
  const std::string guard = "less(rodinpos(c,grd2,'_x'),";
  text.replace(text.find(guard), guard.size(), "less_equal(rodinpos(c,grd2,'_x'),");
  const auto wrong = load_package(text);
  ASSERT_NE(wrong->system, nullptr) << test::all_messages(wrong->sources, wrong->diagnostics);
  EXPECT_TRUE(test::explore(*wrong->system).messages.contains("invariant violated: card(guests) <= room"));

  const auto refused = load_package(
      "package(load_event_b_project([],[event_b_context(none,c,[axioms(none,[extended_pred(rodinpos(c,axm1,'_x'),odd,[]"
      ","
      "[])])])],[],_)).");
  EXPECT_EQ(refused->system, nullptr);
  const std::string messages = test::all_messages(refused->sources, refused->diagnostics);
  EXPECT_NE(messages.find("axm1: 'odd' of a theory is not supported"), std::string::npos) << messages;
}

TEST(EventBPackage, BrokenFilesAreReported) {
  const std::string deep(100'000, '[');
  for (const std::string& text : {std::string("package("), std::string("package(load_event_b_project([],[],[],_))."),
                                  std::string("event_b_model(none,'m',[variables(none,[identifier"),
                                  std::string("package('abc"), "package(" + deep, std::string("event_b_model(none)")}) {
    const auto loaded = load_package(text);
    EXPECT_EQ(loaded->system, nullptr);
    EXPECT_TRUE(loaded->diagnostics.has_errors()) << text.substr(0, 60);
  }
}

/// What each kind of term means, written as classical B.
TEST(EventBPackage, Formulas) {
  const std::pair<const char*, const char*> formulas[] = {
      {"couple(none,[integer(none,1),integer(none,-2)])", "(1 |-> (-2))"},
      {"ring(none,identifier(none,f),identifier(none,g))", "(g ; f)"},
      {"image(none,reverse(none,identifier(none,r)),set_extension(none,[integer(none,1)]))", "(r~)[{1}]"},
      {"forall(none,[identifier(none,x)],equal(none,identifier(none,x),identifier(none,x)))",
       "(!(x).(btrue => (x = x)))"},
      {"lambda(none,[identifier(none,x)],truth(none),identifier(none,x))", "(%(x).(btrue | x))"},
      {"event_b_comprehension_set(none,[identifier(none,x)],identifier(none,x),truth(none))", "ran(%(x).(btrue | x))"},
      {"becomes_such(none,[identifier(none,x)],less(none,identifier(none,x),identifier(none,'x\\'')))",
       "x : ((x$0 < x))"},
      {"function(none,identifier(none,size),[identifier(none,last)])", "size_(last_)"},
      {"typeof(none,empty_set(none),pow_subset(none,integer_set(none)))", "{}"},
      {"conjunct(none,truth(none),falsity(none),truth(none))", "(btrue & bfalse & btrue)"},
  };
  for (const auto& [term, text] : formulas) {
    const PrologRead read = read_prolog_term(term);
    ASSERT_TRUE(read.error.empty()) << term << read.error;
    const ClassicalText classical = classical_text(read.term);
    EXPECT_EQ(classical.error, "") << term;
    EXPECT_EQ(classical.text, text);
  }
}

}  // namespace
}  // namespace quotient::bmethod

// Claims for all naturals (automata.md 3 and 4): text to formulas over automata, the checks of the
// records that are asked for, and the claims themselves.
//
// Invariants: an automaton of a record is `functional` only after that and totality have been
// proved; whatever is asked for is verified before `verify` returns. Formulas are read from left to
// right: `guards` hold what may be assumed at the place that is read, and while `checking`, each
// part that could be undefined is proved to be defined there. A record is checked when it is asked
// for first, so that a counterexample to the claim is one; self-calls are assumed right meanwhile.
// In parts: terms.cpp (text to formulas), linear.cpp (sums), definitions.cpp (records), prover.cpp
// (claims).
#pragma once

#include "../claim.h"
#include "../eval.h"
#include "engine.h"
#include "records.h"

namespace mexcheck::automata {

constexpr int kMaxDefinitions = 100;  // read inside each other

// constant + terms, a linear form over variables.
struct Sum {
    std::map<Var, Int> terms;
    Int constant = 0;

    explicit Sum(Int value = 0) : constant(reversible(value)) {}
    static Sum variable(Var v) {
        Sum s;
        s.terms[v] = 1;
        return s;
    }
    bool is_number() const { return terms.empty(); }
    void add(Int factor, const Sum& other);
    void add(Int value);

  private:
    static Int reversible(Int value);  // declines the one number without a negative
};

// Variables that a term brings in, and the conjuncts that say what they are.
struct Block {
    std::vector<Var> vars;
    std::vector<Node> parts;

    Var define(Var v, Node part) {
        vars.push_back(v);
        parts.push_back(std::move(part));
        return v;
    }
    // The formula behind these definitions.
    Node around(Node body) &&;
};

// The literal bounds low <= slot <= high among the hypotheses (conjuncts) in front of a body.
std::optional<std::pair<Int, Int>> domain(const Expr* body, Op chain, Int slot);

class Prover {
  public:
    Prover(const Spec& spec, Planner& planner, Records& records, const std::string& file,
           Int max_work);

    // Returns only if the claim is true and all records it asked for are right.
    void verify(const CertifiedClaim& claim, std::size_t number);
    void check_all_used() const;
    std::string rules() const;  // of all claims so far
    Int work() const { return engine_.meter.work + records_.work; }

  private:
    using Frame = std::vector<Sum>;  // by slot of a unit
    struct Instance {                // of a recursive def: a graph, or levels
        const Item* def = nullptr;
        Word fixed;
        const Record* graph = nullptr;
        std::vector<const Record*> levels;
        bool known = true;  // else its calls have any value (by_definition)
        std::string name() const;
    };
    class Assumed;  // a guard, until it dies
    // What belongs to the text that is read at the moment.
    struct Reading {
        std::vector<Node> guards;            // what may be assumed here
        bool checking = true;                // prove that all is defined
        const Unit* unit = nullptr;          // of the slots of the frame at hand
        const Instance* instance = nullptr;  // whose body is read
        Sum measure;                         // of its arguments
        Int mex_slot = -1;                   // the m of its `least`, while levels are checked
    };
    class Apart;  // another text is read, until it dies

    // linear.cpp
    Node relation(bool equation, Sum sum, const Place& place);  // sum = 0 or sum <= 0
    const Automaton* linear(bool equation, const Word& coefs, Int constant);
    Var fold(const std::vector<Var>& items, std::optional<Var> target, Block& block);
    Var named(Int number, Block& block);  // a variable with this value
    Var variable(const Sum& sum, Block& block, const Place& place);
    const Automaton* compare(int low, int high);
    const Automaton* number(Int value);
    const Automaton* adder();
    const Automaton* successor();
    const Automaton* append(Int digit);

    // terms.cpp
    Node formula(const Expr* e, Frame& f);
    Node guarded(const Expr* e, const Node& guard, Frame& f);
    Node quantified(const Expr* e, Frame& f, std::size_t next, std::vector<Var> vars);
    Node atom(const Expr* e, Frame& f);
    Node special_atom(const Expr* e, std::size_t at, Int rest, Frame& f, Block& block);
    Node squares(bool equation, const std::vector<std::pair<Int, Sum>>& list, std::size_t at,
                 Int budget, const Place& place);
    Node member(const Expr* e, Frame& f);
    Node relation_call(const Expr* e, Frame& f);
    Node words(const Expr* e, Frame& f);
    Node appended(const Expr* left, const Expr* right, Frame& f);
    Node one_leaf(Node n);
    Sum term(const Expr* e, Frame& f, Block& block);
    Sum call(const Expr* e, Frame& f, Block& block);
    std::vector<Sum> arguments(const Expr* e, Frame& f, Block& block);
    Sum applied(const Automaton* graph, const std::vector<Sum>& args, Block& block,
                const Place& place);
    Sum conditional(const Expr* e, Frame& f, Block& block);
    Sum divided(const Expr* e, Frame& f, Block& block);
    Sum least(const Expr* e, Frame& f, Block& block);
    Var bind(const Unit& unit, Int slot, Frame& f);
    Sum natural(const Expr* e, Frame& f, Block& block, Int low = 0, Int high = kMax);
    // Proves that `bad` is impossible at this place, else rejects.
    void never(const Block& block, Node bad, const Place& place, const std::string& what);
    std::string assignment(const Engine::Witness& witness) const;

    // definitions.cpp
    const Record* find(Record::Kind kind, const Item* item, const Word& fixed, Int number);
    const Record& wanted(Record::Kind kind, const Item* item, const Word& fixed, Int number);
    const Instance& instance(const Item& def, const Word& fixed);
    const Instance* levelled(const Expr* call, Frame& f);
    const Record& level_of(const Instance& i, Int value);
    Word fixed_arguments(const Item& def, const std::vector<Sum>& args, const Place& place) const;
    static std::vector<Sum> ranged(const Item& def, const std::vector<Sum>& args);
    void check_adder(const Record& r);
    void check_function(const Record& r);
    void check_instances();
    void check_graph(const Instance& i);
    void check_levels(const Instance& i);
    // Starts to read the body of a def: its ranged arguments as variables, its measure.
    Frame enter(const Instance& i, std::vector<Var>& tracks);
    void impossible(const Record& r, const std::string& what, const Node& bad);
    Var named_variable(const std::string& name);
    const Automaton* letter_set(const Automaton& outputs, Int value);
    const Automaton* function_of(const Automaton& outputs);
    const Automaton* word_letters(const Item& word);
    void check_word(const Record& letters, const Record& starts);

    // prover.cpp
    void spine(const Expr* e, Frame& f);
    void spine_forall(const Expr* e, Frame& f, std::size_t next);
    void leaf_of_claim(const Expr* e, Frame& f);
    bool by_definition(const Expr* e, Frame& f);
    Node tends(const Expr* e, Frame& f, Int bound);

    Planner& planner_;
    Records& records_;
    const std::string& file_;
    Engine engine_;
    Evaluator evaluator_;  // of words without variables
    Spec floor_spec_;      // the text that `graph floor` must satisfy
    const Item* floor_ = nullptr;
    std::set<std::string> rules_;
    Reading now_;
    int depth_ = 0;  // of texts read inside each other
    std::map<Var, std::string> names_;

    std::map<std::pair<bool, std::pair<Word, Int>>, const Automaton*> linear_;
    std::map<std::pair<int, int>, const Automaton*> compare_;
    std::map<Int, const Automaton*> numbers_;
    std::map<Int, const Automaton*> appends_;
    const Automaton* adder_ = nullptr;
    const Automaton* successor_ = nullptr;
    std::map<std::pair<const Item*, Word>, Node> relations_;  // over the ranged arguments, in order
    std::map<std::pair<const Item*, Word>, Instance> instances_;
    std::vector<const Instance*> unchecked_;
    std::set<Var> unknown_;                              // values of calls that are not known
    std::map<const Item*, const Automaton*> functions_;  // dfaos and words
    std::size_t claim_ = 0;
    const Automaton* automatic_ = nullptr;  // the g of the claim at hand
    std::map<const Expr*, bool> read_;      // leaves of the claim: some assignment reads it
};

class Prover::Assumed {
  public:
    Assumed(Prover& prover, Node guard) : prover_(prover) {
        prover.now_.guards.push_back(std::move(guard));
    }
    ~Assumed() { prover_.now_.guards.pop_back(); }
    Assumed(const Assumed&) = delete;
    Assumed& operator=(const Assumed&) = delete;

  private:
    Prover& prover_;
};

class Prover::Apart {
  public:
    Apart(Prover& prover, const Unit& unit)
        : prover_(prover), before_(std::exchange(prover.now_, Reading())) {
        prover.now_.unit = &unit;
        if (++prover.depth_ > kMaxDefinitions)
            fail(Kind::declined, "automata", "work limit: definitions nested too deeply");
    }
    ~Apart() {
        prover_.now_ = std::move(before_);
        --prover_.depth_;
    }
    Apart(const Apart&) = delete;
    Apart& operator=(const Apart&) = delete;

  private:
    Prover& prover_;
    Reading before_;
};

}  // namespace mexcheck::automata

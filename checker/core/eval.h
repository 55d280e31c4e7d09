// Evaluation of prepared expressions over checked 64-bit integers (language.md 5), and the tables.
//
// Invariants: an undefined value throws (rejected), an overflow or an exhausted limit throws
// (declined); nothing of that kind becomes a truth value. A recursive def is only looked up in its
// tables; its body is read by `verify_tables` alone, which compares the measure of each self-call.
// Cost: one unit of work for each step of a plan, look-up, test and option.
#pragma once

#include <functional>
#include <memory>
#include <unordered_map>

#include "plan.h"
#include "words.h"

namespace mexcheck {

enum Rule : unsigned {
    kGolden = 1,
    kIncreasing = 2,
    kInduction = 4,
    kMorphic = 8,
    kRadix = 16,
    kWitness = 32
};

// The values of a recursive def on a box; ranged position i runs over 0..top[i].
struct Table {
    const Item* def = nullptr;
    std::vector<std::int64_t> fixed;  // the argument at fixed positions, 0 at ranged ones
    std::vector<std::int64_t> top;    // N at ranged positions, 0 at fixed ones
    std::vector<std::int64_t> values;
    int line = 0;  // of the record in the certificate
    bool used = false;

    std::vector<std::int64_t> arguments(std::size_t index) const;  // of an entry
    std::size_t row_length() const;  // entries until the last ranged argument returns to 0
};

// Truth of a relation at arguments already seen: blocks of 64 neighbours in the last argument.
class Memo {
  public:
    // The bits for these arguments, or null if they do not fit.
    struct Block {
        std::uint64_t key = 0;  // 0: free
        std::uint64_t known = 0;
        std::uint64_t value = 0;
    };
    Block* find(const std::int64_t* args, std::size_t n, unsigned& bit);

  private:
    void grow();

    std::vector<Block> blocks_;
    std::size_t filled_ = 0;
};

class Evaluator {
  public:
    using Frame = std::int64_t*;

    explicit Evaluator(std::int64_t max_work) : max_work_(max_work), stack_(std::size_t{1} << 20) {}

    std::int64_t number(const Expr* e, Frame frame);
    bool truth(const Expr* e, Frame frame);
    Word word(const Expr* e, Frame frame);

    // Calls `sink` at each solution, until it says false; false if it did.
    bool enumerate(const Plan& plan, Frame frame, const std::function<bool()>& sink);

    // A frame for `unit` on the evaluation stack, until the guard dies.
    class Scope {
      public:
        Scope(Evaluator& evaluator, std::size_t size);
        ~Scope() { evaluator_.top_ = before_; }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        Frame frame() const { return evaluator_.stack_.data() + before_; }

      private:
        Evaluator& evaluator_;
        std::size_t before_;
    };

    std::vector<Table>& tables() { return tables_; }
    void index_tables(std::size_t items);  // after the last table was added
    void verify_tables(Planner& planner, const std::string& file);

    void tick(std::int64_t units = 1) {
        if ((work_ += units) > max_work_) out_of_work();
    }
    void start_claim();  // rules and work count from here, and nothing is remembered
    std::int64_t work() const { return work_ - work_before_; }
    unsigned rules = 0;

  private:
    struct Shelf {  // the tables of one def, in order of their fixed arguments
        std::vector<Table*> tables;
        Table* last = nullptr;
    };

    [[noreturn]] void out_of_work() const;
    [[noreturn]] static void undefined(const Expr* e, const std::string& what);
    static void overflow_if(bool overflow, const Expr* e);

    // `number`, with the shortest way for the commonest cases.
    std::int64_t value_of(const Expr* e, Frame frame) {
        if (e->op == Op::var) return frame[e->value];
        return e->op == Op::linear && e->args.empty() ? e->value : number(e, frame);
    }
    std::int64_t sum(const Expr* e, Frame frame);
    std::int64_t natural_argument(const Expr* e, Frame frame);
    std::int64_t call(const Expr* e, Frame frame);
    std::int64_t look_up(const Item& def, const std::int64_t* args, const Expr* e);
    const Table* shelved(const Item& def, const std::int64_t* args) const;
    bool relation(const Expr* e, Frame frame);
    static void check_domains(const Item& item, const std::int64_t* args, const Expr* e);
    bool member(const Expr* e, Frame frame);
    std::int64_t count(const Expr* e, Frame frame, std::int64_t stop);
    std::int64_t least(const Expr* e, Frame frame);
    std::int64_t mex(const Mex& mex, Frame frame);
    void collect(const Mex& part, Frame frame, std::int64_t& low, Word& excluded);
    template <class Sink>
    bool run(const Step* step, Frame frame, Sink&& sink);
    template <class Sink>
    bool loop(const Step* step, Frame frame, Sink&& sink);
    template <class Sink>
    bool root(const Step* step, Frame frame, Sink&& sink);
    bool bisect(const Step* step, Frame frame);
    std::int64_t increasing_top(const Expr* f, Frame frame) const;

    void verify_table(Table& table, const std::string& file);
    void verify_sequence(Table& table, const Sequence& sequence, const std::string& file);
    void compare(const Table& table, std::size_t index, std::int64_t computed,
                 const std::string& file) const;

    std::int64_t max_work_;
    std::int64_t work_ = 0;
    std::int64_t work_before_ = 0;
    std::vector<std::int64_t> stack_;
    std::size_t top_ = 0;
    std::vector<Table> tables_;
    std::vector<Shelf> shelves_;  // by order of the item
    std::unordered_map<const Item*, Memo> memos_;
    Words words_;
    // While the entries of a table are verified: it, and the measure of the entry at hand.
    Table* verifying_ = nullptr;
    std::int64_t measure_ = 0;
};

// `F(1, 2)`.
std::string call_text(const Item& item, const std::int64_t* args);

}  // namespace mexcheck

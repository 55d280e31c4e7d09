#include "lean/library.hpp"

#include <cctype>
#include <string_view>
#include <vector>

namespace mexcert::lean {
namespace {

struct Entry {
    std::string_view name;
    std::string_view text;
};

constexpr Entry kEntries[] = {
    {"eq", "def eq (a b : Nat) : Bool := Nat.beq a b\n"},
    {"ne", "def ne (a b : Nat) : Bool := !(Nat.beq a b)\n"},
    {"le", "def le (a b : Nat) : Bool := Nat.ble a b\n"},
    {"lt", "def lt (a b : Nat) : Bool := Nat.ble (a + 1) b\n"},
    {"imp", "def imp (a b : Bool) : Bool := !(a) || b\n"},
    {"iff", "def iff (a b : Bool) : Bool := cond a b (!(b))\n"},
    {"monus",
     "-- The difference, 0 if it is negative. A `-` elsewhere never has a negative result.\n"
     "def monus (a b : Nat) : Nat := a - b\n"},
    {"sq", "def sq (a : Nat) : Nat := a * a\n"},
    {"sqDist",
     "-- The square of the difference of two integers.\n"
     "def sqDist (a b : Nat) : Nat := sq (monus a b + monus b a)\n"},
    {"larger", "def larger (a b : Nat) : Nat := cond (le a b) b a\n"},
    {"allBelow",
     "-- Does p hold at 0, .., n - 1?\n"
     "def allBelow : Nat → (Nat → Bool) → Bool\n"
     "  | 0, _ => true\n"
     "  | n+1, p => allBelow n p && p n\n"},
    {"existsBelow",
     "-- Does p hold at one of 0, .., n - 1?\n"
     "def existsBelow : Nat → (Nat → Bool) → Bool\n"
     "  | 0, _ => false\n"
     "  | n+1, p => existsBelow n p || p n\n"},
    {"countBelow",
     "-- The number of those of 0, .., n - 1 at which p holds.\n"
     "def countBelow : Nat → (Nat → Bool) → Nat\n"
     "  | 0, _ => 0\n"
     "  | n+1, p => countBelow n p + cond (p n) 1 0\n"},
    {"sumBelow",
     "-- f 0 + .. + f (n - 1)\n"
     "def sumBelow : Nat → (Nat → Nat) → Nat\n"
     "  | 0, _ => 0\n"
     "  | n+1, f => sumBelow n f + f n\n"},
    {"leastFrom",
     "-- The least m from the second argument on with p m, looked for in so many steps.\n"
     "def leastFrom : Nat → Nat → (Nat → Bool) → Nat\n"
     "  | 0, m, _ => m\n"
     "  | steps+1, m, p => cond (p m) m (leastFrom steps (m + 1) p)\n"},
    {"least", "def least (steps : Nat) (p : Nat → Bool) : Nat := leastFrom steps 0 p\n"},
    {"greatest",
     "-- The greatest m up to the first argument with p m, else 0.\n"
     "def greatest : Nat → (Nat → Bool) → Nat\n"
     "  | 0, _ => 0\n"
     "  | n+1, p => cond (p (n + 1)) (n + 1) (greatest n p)\n"},
    {"floorPhi",
     "-- The floor of n * phi, phi = (1 + sqrt 5) / 2: the greatest natural m <= n * phi. As phi "
     "is\n"
     "-- the positive root of x * x = x + 1, m <= n * phi holds iff m * m <= m * n + n * n; and\n"
     "-- n * phi <= 2 * n.\n"
     "def floorPhi (n : Nat) : Nat := greatest (2 * n) (fun m => le (m * m) (m * n + n * n))\n"},
    {"floorPhiSq",
     "-- The floor of n * phi * phi, which is n * phi + n.\n"
     "def floorPhiSq (n : Nat) : Nat := floorPhi n + n\n"},
    {"outside",
     "-- What a table gives outside of its box. No theorem below reads it.\n"
     "def outside : Nat := 999999999\n"},
    {"at1",
     "def at1 : List Nat → Nat → Nat\n"
     "  | [], _ => outside\n"
     "  | a :: _, 0 => a\n"
     "  | _ :: rest, n+1 => at1 rest n\n"},
    {"at2",
     "def at2 : List (List Nat) → Nat → Nat → Nat\n"
     "  | [], _, _ => outside\n"
     "  | r :: _, 0, y => at1 r y\n"
     "  | _ :: rest, x+1, y => at2 rest x y\n"},
    {"at3",
     "def at3 : List (List (List Nat)) → Nat → Nat → Nat → Nat\n"
     "  | [], _, _, _ => outside\n"
     "  | r :: _, 0, y, z => at2 r y z\n"
     "  | _ :: rest, x+1, y, z => at3 rest x y z\n"},
    {"eqList",
     "def eqList : List Nat → List Nat → Bool\n"
     "  | [], [] => true\n"
     "  | [], _ :: _ => false\n"
     "  | _ :: _, [] => false\n"
     "  | a :: v, b :: w => eq a b && eqList v w\n"},
    {"member",
     "def member : List (List Nat) → List Nat → Bool\n"
     "  | [], _ => false\n"
     "  | a :: rest, b => eqList a b || member rest b\n"},
    {"card",
     "-- The number of different elements.\n"
     "def card : List (List Nat) → Nat\n"
     "  | [] => 0\n"
     "  | a :: rest => card rest + cond (member rest a) 0 1\n"},
    {"joined",
     "def joined : List Nat → List Nat → List Nat\n"
     "  | [], w => w\n"
     "  | a :: v, w => a :: joined v w\n"},
    {"firstLetters",
     "def firstLetters : Nat → List Nat → List Nat\n"
     "  | 0, _ => []\n"
     "  | _+1, [] => []\n"
     "  | n+1, a :: w => a :: firstLetters n w\n"},
    {"isPrefix",
     "-- Does the second word begin with the first?\n"
     "def isPrefix : List Nat → List Nat → Bool\n"
     "  | [], _ => true\n"
     "  | _ :: _, [] => false\n"
     "  | a :: v, b :: w => eq a b && isPrefix v w\n"},
    {"isSuffix",
     "-- Does the second word end with the first?\n"
     "def isSuffix : List Nat → List Nat → Bool\n"
     "  | v, [] => eqList v []\n"
     "  | v, b :: w => eqList v (b :: w) || isSuffix v w\n"},
    {"length1",
     "def length1 : List Nat → Nat\n"
     "  | [] => 0\n"
     "  | _ :: rest => length1 rest + 1\n"},
    {"row",
     "def row : List (List Nat) → Nat → List Nat\n"
     "  | [], _ => []\n"
     "  | a :: _, 0 => a\n"
     "  | _ :: rest, n+1 => row rest n\n"},
    {"wordCount",
     "-- A numeration is given by a row for each state: the states that the digits 0, 1, .. lead "
     "to,\n"
     "-- each one larger by 1, and 0 where the digit is not allowed. The number of words of a "
     "length\n"
     "-- that can be read from a state (written in that way, too).\n"
     "def wordCount : List (List Nat) → Nat → Nat → Nat\n"
     "  | _, 0, state => cond (eq state 0) 0 1\n"
     "  | rows, n+1, state => cond (eq state 0) 0\n"
     "      (sumBelow (length1 (row rows (monus state 1)))\n"
     "        (fun d => wordCount rows n (at2 rows (monus state 1) d)))\n"},
    {"wordsBefore",
     "-- The number of words of length n + 1 from a state whose first digit is less than d.\n"
     "def wordsBefore (rows : List (List Nat)) (n state d : Nat) : Nat :=\n"
     "  sumBelow d (fun e => wordCount rows n (at2 rows (monus state 1) e))\n"},
    {"digit",
     "-- The first digit of the k-th of the words of length n + 1 from a state, k from 0.\n"
     "def digit (rows : List (List Nat)) (n state k : Nat) : Nat :=\n"
     "  least (length1 (row rows (monus state 1)))\n"
     "    (fun d => lt k (wordsBefore rows n state (d + 1)))\n"},
    {"wordFrom",
     "-- The k-th of the words of a length that can be read from a state, k from 0.\n"
     "def wordFrom : List (List Nat) → Nat → Nat → Nat → List Nat\n"
     "  | _, 0, _, _ => []\n"
     "  | rows, n+1, state, k =>\n"
     "      digit rows n state k ::\n"
     "        wordFrom rows n (at2 rows (monus state 1) (digit rows n state k))\n"
     "          (k - wordsBefore rows n state (digit rows n state k))\n"},
    {"rep",
     "-- The representation of n: of all words without leading zero, in radix order, the n-th "
     "from\n"
     "-- 0. Words of length k, with leading zeros, stand for the first ones.\n"
     "def rep (rows : List (List Nat)) (n : Nat) : List Nat :=\n"
     "  wordFrom rows (least (n + 1) (fun k => lt n (wordCount rows k 1))) 1 n\n"},
    {"stateAfter",
     "def stateAfter : List (List Nat) → List Nat → Nat → Nat\n"
     "  | _, [], state => state\n"
     "  | rows, d :: word, state => stateAfter rows word (at2 rows state d)\n"},
    {"output",
     "-- An automaton is given by a row for each state: the states that the digits lead to, then "
     "the\n"
     "-- output, behind so many digits.\n"
     "def output (rows : List (List Nat)) (digits : Nat) (word : List Nat) : Nat :=\n"
     "  at2 rows (stateAfter rows word 0) digits\n"},
};

bool is_part_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

std::set<std::string> names_in(std::string_view text) {
    std::set<std::string> names;
    while (!text.empty()) {
        std::size_t end = text.find('\n');
        end = end == std::string_view::npos ? text.size() : end + 1;
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end);
        if (line.substr(0, 2) == "--") {
            continue;
        }
        std::string name;
        for (const char c : line) {
            if (is_part_of_name(c)) {
                name += c;
            } else {
                names.insert(std::move(name));
                name.clear();
            }
        }
        names.insert(std::move(name));
    }
    return names;
}

std::set<std::string> library_names() {
    std::set<std::string> names;
    for (const Entry& entry : kEntries) {
        names.emplace(entry.name);
    }
    return names;
}

std::string library_text(const std::set<std::string>& names) {
    std::set<std::string> wanted = names;
    std::string text;
    for (auto entry = std::rbegin(kEntries); entry != std::rend(kEntries); ++entry) {
        if (wanted.count(std::string(entry->name)) != 0) {
            wanted.merge(names_in(entry->text));  // they stand before it
            text.insert(0, std::string(entry->text) + "\n");
        }
    }
    return text;
}

}  // namespace mexcert::lean

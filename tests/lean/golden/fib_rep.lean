/-
fibRep_examples: all

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/wythoff.mex:12:11:

    statement fibRep_examples: fibRep(0) = [] and fibRep(2) = [1, 0] and fibRep(4) = [1, 0, 1] and
        fibRep(7) = [1, 0, 1, 0] and fibRep(12) = [1, 0, 1, 0, 1]

SHA-256 of the text of the statement and of all that it uses:
9e372041f9c9d99ee585145b227ec9474825bb33e952a81ce747661dd4f426af

Shown by evaluation:
  * fibRep_examples_on_range: fibRep_examples: all
Quantifiers are loops below bounds that the quantified formula itself implies for all natural
numbers, so that nothing is lost.

Not shown:
  * anything about other values of the variables
  * that the definitions are those of your own text: compare them

The same claim, verified by a program of its own:

    mexcert generate 'fibRep_examples: all' -o claim.cert
    mexcheck --claim 'fibRep_examples: all' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

def lt (a b : Nat) : Bool := Nat.ble (a + 1) b

-- The difference, 0 if it is negative. A `-` elsewhere never has a negative result.
def monus (a b : Nat) : Nat := a - b

-- f 0 + .. + f (n - 1)
def sumBelow : Nat → (Nat → Nat) → Nat
  | 0, _ => 0
  | n+1, f => sumBelow n f + f n

-- The least m from the second argument on with p m, looked for in so many steps.
def leastFrom : Nat → Nat → (Nat → Bool) → Nat
  | 0, m, _ => m
  | steps+1, m, p => cond (p m) m (leastFrom steps (m + 1) p)

def least (steps : Nat) (p : Nat → Bool) : Nat := leastFrom steps 0 p

-- What a table gives outside of its box. No theorem below reads it.
def outside : Nat := 999999999

def at1 : List Nat → Nat → Nat
  | [], _ => outside
  | a :: _, 0 => a
  | _ :: rest, n+1 => at1 rest n

def at2 : List (List Nat) → Nat → Nat → Nat
  | [], _, _ => outside
  | r :: _, 0, y => at1 r y
  | _ :: rest, x+1, y => at2 rest x y

def eqList : List Nat → List Nat → Bool
  | [], [] => true
  | [], _ :: _ => false
  | _ :: _, [] => false
  | a :: v, b :: w => eq a b && eqList v w

def length1 : List Nat → Nat
  | [] => 0
  | _ :: rest => length1 rest + 1

def row : List (List Nat) → Nat → List Nat
  | [], _ => []
  | a :: _, 0 => a
  | _ :: rest, n+1 => row rest n

-- A numeration is given by a row for each state: the states that the digits 0, 1, .. lead to,
-- each one larger by 1, and 0 where the digit is not allowed. The number of words of a length
-- that can be read from a state (written in that way, too).
def wordCount : List (List Nat) → Nat → Nat → Nat
  | _, 0, state => cond (eq state 0) 0 1
  | rows, n+1, state => cond (eq state 0) 0
      (sumBelow (length1 (row rows (monus state 1)))
        (fun d => wordCount rows n (at2 rows (monus state 1) d)))

-- The number of words of length n + 1 from a state whose first digit is less than d.
def wordsBefore (rows : List (List Nat)) (n state d : Nat) : Nat :=
  sumBelow d (fun e => wordCount rows n (at2 rows (monus state 1) e))

-- The first digit of the k-th of the words of length n + 1 from a state, k from 0.
def digit (rows : List (List Nat)) (n state k : Nat) : Nat :=
  least (length1 (row rows (monus state 1)))
    (fun d => lt k (wordsBefore rows n state (d + 1)))

-- The k-th of the words of a length that can be read from a state, k from 0.
def wordFrom : List (List Nat) → Nat → Nat → Nat → List Nat
  | _, 0, _, _ => []
  | rows, n+1, state, k =>
      digit rows n state k ::
        wordFrom rows n (at2 rows (monus state 1) (digit rows n state k))
          (k - wordsBefore rows n state (digit rows n state k))

-- The representation of n: of all words without leading zero, in radix order, the n-th from
-- 0. Words of length k, with leading zeros, stand for the first ones.
def rep (rows : List (List Nat)) (n : Nat) : List Nat :=
  wordFrom rows (least (n + 1) (fun k => lt n (wordCount rows k 1))) 1 n

-- mex: numeration fibonacci = [[0, 1], [0, _]]
-- Targets larger by 1, 0: not allowed.
def fibonacci : List (List Nat) :=
  [[1, 2], [1, 0]]

-- mex: let fibRep(n) = rep(fibonacci, n)
def fibRep (n : Nat) : List Nat :=
  rep fibonacci n

-- The statement (its text is in the first lines).
def fibRep_examples : Bool :=
  eqList (fibRep 0) [] &&
    eqList (fibRep 2) [1, 0] &&
    eqList (fibRep 4) [1, 0, 1] &&
    eqList (fibRep 7) [1, 0, 1, 0] &&
    eqList (fibRep 12) [1, 0, 1, 0, 1]

-- fibRep_examples: all
theorem fibRep_examples_on_range :
    fibRep_examples = true := by decide

end Mexcert

/-
eppstein.finite_values134: n<=20

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/eppstein.mex:70:11:

    statement eppstein.finite_values134: forall n: eppstein.nim134(n) = eppstein.values134(n)

SHA-256 of the text of the statement and of all that it uses:
3ab7e3137bf7a29efc636de43c5c1abda1a9e734244fe1b40ed1a3d8de6be3a7

Shown by evaluation:
  * eppstein_finite_values134_on_range: eppstein.finite_values134: n<=20
  * *_correct: each entry of the tables of recursive definitions is what the defining equation
    gives (of `least m with A`: A holds for it and for no smaller number), where the equation
    reads the tables
  * *_agrees: on a small box they are what the function by recursion gives
Quantifiers are loops below bounds that the quantified formula itself implies for all natural
numbers, so that nothing is lost.

Not shown:
  * anything about other values of the variables
  * that the tables are the function on the whole of their boxes: that follows from *_correct by
    induction, as each call has a smaller measure, but the induction is not in this file
  * that the definitions are those of your own text: compare them

The same claim, verified by a program of its own:

    mexcert generate 'eppstein.finite_values134: n<=20' -o claim.cert
    mexcheck --claim 'eppstein.finite_values134: n<=20' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

def ne (a b : Nat) : Bool := !(Nat.beq a b)

def le (a b : Nat) : Bool := Nat.ble a b

def lt (a b : Nat) : Bool := Nat.ble (a + 1) b

def imp (a b : Bool) : Bool := !(a) || b

-- The difference, 0 if it is negative. A `-` elsewhere never has a negative result.
def monus (a b : Nat) : Nat := a - b

-- Does p hold at 0, .., n - 1?
def allBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => true
  | n+1, p => allBelow n p && p n

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

def stateAfter : List (List Nat) → List Nat → Nat → Nat
  | _, [], state => state
  | rows, d :: word, state => stateAfter rows word (at2 rows state d)

-- An automaton is given by a row for each state: the states that the digits lead to, then the
-- output, behind so many digits.
def output (rows : List (List Nat)) (digits : Nat) (word : List Nat) : Nat :=
  at2 rows (stateAfter rows word 0) digits

-- How far `least` looks: far enough for all that is below.
def searchLimit : Nat := 4

-- mex: numeration eppstein.base7 = [[0, 0, 0, 0, 0, 0, 0]]
-- Targets larger by 1, 0: not allowed.
def eppstein_base7 : List (List Nat) :=
  [[1, 1, 1, 1, 1, 1, 1]]

-- mex: def eppstein.nim134(n) measure n = least m with (1 <= n => m != eppstein.nim134(n - 1))
--   and (3 <= n => m != eppstein.nim134(n - 3)) and (4 <= n => m != eppstein.nim134(n - 4))
def eppstein_nim134_holds (self : Nat → Nat) (n m : Nat) : Bool :=
  imp (le 1 n) (ne m (self (n - 1))) &&
    imp (le 3 n) (ne m (self (n - 3))) &&
    imp (le 4 n) (ne m (self (n - 4)))

def eppstein_nim134_equation (self : Nat → Nat) (n : Nat) : Nat :=
  least searchLimit (fun m => eppstein_nim134_holds self n m)

-- The function by recursion, each call with one unit of fuel less.
def eppstein_nim134_by_recursion : Nat → Nat → Nat
  | 0, _ => 0
  | fuel+1, a1 =>
      eppstein_nim134_equation
        (fun b1 => eppstein_nim134_by_recursion fuel b1)
        a1

def eppstein_nim134_table : List Nat :=
  [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2]

-- Below it is read from its tables.
def eppstein_nim134 (n : Nat) : Nat :=
  at1 eppstein_nim134_table n

-- Is the entry of the tables the value that the equation gives?
def eppstein_nim134_correct (n : Nat) : Bool :=
  eppstein_nim134_holds eppstein_nim134 n (eppstein_nim134 n) &&
    allBelow (eppstein_nim134 n) (fun m => !(eppstein_nim134_holds eppstein_nim134 n m))

theorem eppstein_nim134_table_correct :
    allBelow 21 (fun n => eppstein_nim134_correct n) = true := by decide

theorem eppstein_nim134_table_agrees :
    allBelow 5 (fun n => eq (eppstein_nim134_by_recursion 5 n) (eppstein_nim134 n))
    = true := by decide

-- mex: dfao eppstein.values134 over eppstein.base7 = [(0, 1, 2, 3, 4, 5, 6, 0), (0, 1, 2, 3, 4,
--   5, 6, 1), (0, 1, 2, 3, 4, 5, 6, 0), (0, 1, 2, 3, 4, 5, 6, 1), (0, 1, 2, 3, 4, 5, 6, 2), (0,
--   1, 2, 3, 4, 5, 6, 3), (0, 1, 2, 3, 4, 5, 6, 2)]
def eppstein_values134_rows : List (List Nat) :=
  [[0, 1, 2, 3, 4, 5, 6, 0], [0, 1, 2, 3, 4, 5, 6, 1], [0, 1, 2, 3, 4, 5, 6, 0],
   [0, 1, 2, 3, 4, 5, 6, 1], [0, 1, 2, 3, 4, 5, 6, 2], [0, 1, 2, 3, 4, 5, 6, 3],
   [0, 1, 2, 3, 4, 5, 6, 2]]

def eppstein_values134 (n : Nat) : Nat :=
  output eppstein_values134_rows 7 (rep eppstein_base7 n)

-- The statement (its text is in the first lines).
def eppstein_finite_values134 : Bool :=
  allBelow 21 (fun n => eq (eppstein_nim134 n) (eppstein_values134 n))

-- eppstein.finite_values134: n<=20
theorem eppstein_finite_values134_on_range :
    eppstein_finite_values134 = true := by decide

end Mexcert

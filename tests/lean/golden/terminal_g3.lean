/-
g3_dfao: n<=12

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/terminal.mex:106:11:

    statement g3_dfao: forall n: wythoffMexA(3, n) = floor((n + 2) * phi) + g3Dfao(n + 1) - 1 and
        wythoffMexB(3, n) = floor((n + 2) * phi ^ 2) + g3Dfao(n + 1) + 1

SHA-256 of the text of the statement and of all that it uses:
26e86ec89b5dbf3d9d55f4ed138b78ee97873484c8f0c22d660f41c9237821db

Shown by evaluation:
  * g3_dfao_on_range: g3_dfao: n<=12
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

    mexcert generate 'g3_dfao: n<=12' -o claim.cert
    mexcheck --claim 'g3_dfao: n<=12' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

def ne (a b : Nat) : Bool := !(Nat.beq a b)

def le (a b : Nat) : Bool := Nat.ble a b

def lt (a b : Nat) : Bool := Nat.ble (a + 1) b

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

-- The greatest m up to the first argument with p m, else 0.
def greatest : Nat → (Nat → Bool) → Nat
  | 0, _ => 0
  | n+1, p => cond (p (n + 1)) (n + 1) (greatest n p)

-- The floor of n * phi, phi = (1 + sqrt 5) / 2: the greatest natural m <= n * phi. As phi is
-- the positive root of x * x = x + 1, m <= n * phi holds iff m * m <= m * n + n * n; and
-- n * phi <= 2 * n.
def floorPhi (n : Nat) : Nat := greatest (2 * n) (fun m => le (m * m) (m * n + n * n))

-- The floor of n * phi * phi, which is n * phi + n.
def floorPhiSq (n : Nat) : Nat := floorPhi n + n

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
def searchLimit : Nat := 23

-- mex: numeration fibonacci = [[0, 1], [0, _]]
-- Targets larger by 1, 0: not allowed.
def fibonacci : List (List Nat) :=
  [[1, 2], [1, 0]]

-- mex: def wythoffMexA(l, n) measure n = least m with l < m and forall i < n: m != wythoffMexA(l,
--   i) and m != wythoffMexA(l, i) + i + l + 1
def wythoffMexA_holds (self : Nat → Nat → Nat) (l n m : Nat) : Bool :=
  lt l m && allBelow n (fun i => ne m (self l i) && ne m (self l i + i + l + 1))

def wythoffMexA_equation (self : Nat → Nat → Nat) (l n : Nat) : Nat :=
  least searchLimit (fun m => wythoffMexA_holds self l n m)

-- The function by recursion, each call with one unit of fuel less.
def wythoffMexA_by_recursion : Nat → Nat → Nat → Nat
  | 0, _, _ => 0
  | fuel+1, a1, a2 =>
      wythoffMexA_equation
        (fun b1 b2 => wythoffMexA_by_recursion fuel b1 b2)
        a1 a2

def wythoffMexA_table_3 : List Nat :=
  [4, 5, 6, 7, 9, 11, 13, 15, 16, 18, 19, 21, 22]

-- Below it is read from its tables.
def wythoffMexA (l n : Nat) : Nat :=
  cond (eq l 3) (at1 wythoffMexA_table_3 n) outside

-- Is the entry of the tables the value that the equation gives?
def wythoffMexA_correct (l n : Nat) : Bool :=
  wythoffMexA_holds wythoffMexA l n (wythoffMexA l n) &&
    allBelow (wythoffMexA l n) (fun m => !(wythoffMexA_holds wythoffMexA l n m))

theorem wythoffMexA_table_3_correct :
    allBelow 13 (fun n => wythoffMexA_correct 3 n) = true := by decide

theorem wythoffMexA_table_3_agrees :
    allBelow 3 (fun n => eq (wythoffMexA_by_recursion 3 3 n) (wythoffMexA 3 n))
    = true := by decide

-- mex: let wythoffMexB(l, n) = wythoffMexA(l, n) + n + l + 1
def wythoffMexB (l n : Nat) : Nat :=
  wythoffMexA l n + n + l + 1

-- mex: dfao g3Dfao over fibonacci = [(0, 1, 0), (2, 2, 2), (3, 4, 2), (5, 6, 1), (7, 7, 0), (7,
--   8, 1), (9, 9, 1), (10, 11, 2), (10, 10, 1), (5, 6, 2), (10, 11, 1), (7, 7, 1)]
def g3Dfao_rows : List (List Nat) :=
  [[0, 1, 0], [2, 2, 2], [3, 4, 2], [5, 6, 1], [7, 7, 0], [7, 8, 1], [9, 9, 1], [10, 11, 2],
   [10, 10, 1], [5, 6, 2], [10, 11, 1], [7, 7, 1]]

def g3Dfao (n : Nat) : Nat :=
  output g3Dfao_rows 2 (rep fibonacci n)

-- The statement (its text is in the first lines).
def g3_dfao : Bool :=
  allBelow 13 (fun n =>
      eq (wythoffMexA 3 n + 1) (floorPhi (n + 2) + g3Dfao (n + 1)) &&
      eq (wythoffMexB 3 n) (floorPhiSq (n + 2) + g3Dfao (n + 1) + 1))

-- g3_dfao: n<=12
theorem g3_dfao_on_range :
    g3_dfao = true := by decide

end Mexcert

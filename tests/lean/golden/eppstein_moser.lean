/-
eppstein.moser_de_bruijn: n<=16

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/eppstein.mex:40:11:

    statement eppstein.moser_de_bruijn: forall n: eppstein.moserNim(n) = eppstein.digitsMod2(n)

SHA-256 of the text of the statement and of all that it uses:
cbc4fbf5d2621b2ca1bb83cd0a895c2469980e94d0461bd6aae3a81021cdbbe8

Shown by evaluation:
  * eppstein_moser_de_bruijn_on_range: eppstein.moser_de_bruijn: n<=16
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

    mexcert generate 'eppstein.moser_de_bruijn: n<=16' -o claim.cert
    mexcheck --claim 'eppstein.moser_de_bruijn: n<=16' claim.cert

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
def searchLimit : Nat := 5

-- mex: numeration eppstein.base4 = [[0, 0, 0, 0]]
-- Targets larger by 1, 0: not allowed.
def eppstein_base4 : List (List Nat) :=
  [[1, 1, 1, 1]]

-- mex: dfao eppstein.moser over eppstein.base4 = [(0, 0, 1, 1, 1), (1, 1, 1, 1, 0)]
def eppstein_moser_rows : List (List Nat) :=
  [[0, 0, 1, 1, 1], [1, 1, 1, 1, 0]]

def eppstein_moser (n : Nat) : Nat :=
  output eppstein_moser_rows 4 (rep eppstein_base4 n)

-- mex: def eppstein.moserNim(n) measure n = least m with forall s: 1 <= s => s <= n =>
--   eppstein.moser(s) = 1 => m != eppstein.moserNim(n - s)
def eppstein_moserNim_holds (self : Nat → Nat) (n m : Nat) : Bool :=
  allBelow (n + 1) (fun s => imp (le 1 s) (imp (eq (eppstein_moser s) 1) (ne m (self (n - s)))))

def eppstein_moserNim_equation (self : Nat → Nat) (n : Nat) : Nat :=
  least searchLimit (fun m => eppstein_moserNim_holds self n m)

-- The function by recursion, each call with one unit of fuel less.
def eppstein_moserNim_by_recursion : Nat → Nat → Nat
  | 0, _ => 0
  | fuel+1, a1 =>
      eppstein_moserNim_equation
        (fun b1 => eppstein_moserNim_by_recursion fuel b1)
        a1

def eppstein_moserNim_table : List Nat :=
  [0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3, 4]

-- Below it is read from its tables.
def eppstein_moserNim (n : Nat) : Nat :=
  at1 eppstein_moserNim_table n

-- Is the entry of the tables the value that the equation gives?
def eppstein_moserNim_correct (n : Nat) : Bool :=
  eppstein_moserNim_holds eppstein_moserNim n (eppstein_moserNim n) &&
    allBelow (eppstein_moserNim n) (fun m => !(eppstein_moserNim_holds eppstein_moserNim n m))

theorem eppstein_moserNim_table_correct :
    allBelow 17 (fun n => eppstein_moserNim_correct n) = true := by decide

theorem eppstein_moserNim_table_agrees :
    allBelow 5 (fun n => eq (eppstein_moserNim_by_recursion 5 n) (eppstein_moserNim n))
    = true := by decide

-- mex: def eppstein.digitsMod2(n) measure n = if n = 0 then 0 else 2 * eppstein.digitsMod2(n div
--   4) + (n mod 4) mod 2
def eppstein_digitsMod2_equation (self : Nat → Nat) (n : Nat) : Nat :=
  cond (eq n 0) 0 (2 * self (n / 4) + n % 4 % 2)

-- The function by recursion, each call with one unit of fuel less.
def eppstein_digitsMod2_by_recursion : Nat → Nat → Nat
  | 0, _ => 0
  | fuel+1, a1 =>
      eppstein_digitsMod2_equation
        (fun b1 => eppstein_digitsMod2_by_recursion fuel b1)
        a1

def eppstein_digitsMod2_table : List Nat :=
  [0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3, 4]

-- Below it is read from its tables.
def eppstein_digitsMod2 (n : Nat) : Nat :=
  at1 eppstein_digitsMod2_table n

-- Is the entry of the tables the value that the equation gives?
def eppstein_digitsMod2_correct (n : Nat) : Bool :=
  eq (eppstein_digitsMod2 n) (eppstein_digitsMod2_equation eppstein_digitsMod2 n)

theorem eppstein_digitsMod2_table_correct :
    allBelow 17 (fun n => eppstein_digitsMod2_correct n) = true := by decide

theorem eppstein_digitsMod2_table_agrees :
    allBelow 7 (fun n => eq (eppstein_digitsMod2_by_recursion 7 n) (eppstein_digitsMod2 n))
    = true := by decide

-- The statement (its text is in the first lines).
def eppstein_moser_de_bruijn : Bool :=
  allBelow 17 (fun n => eq (eppstein_moserNim n) (eppstein_digitsMod2 n))

-- eppstein.moser_de_bruijn: n<=16
theorem eppstein_moser_de_bruijn_on_range :
    eppstein_moser_de_bruijn = true := by decide

end Mexcert

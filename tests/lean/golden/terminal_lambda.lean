/-
wythoffMex_lambda_range(l=1,lo=1,hi=3): n<=6

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/terminal.mex:78:11:

    statement wythoffMex_lambda_range(l, lo, hi): 1 <= l => forall n: lo <= wythoffMexA(l, n) -
        floor((n + l) * phi) + 2 * l and wythoffMexA(l, n) - floor((n + l) * phi) + 2 * l <= hi
        and wythoffMexB(l, n) = floor((n + l) * phi ^ 2) + (wythoffMexA(l, n) - floor((n + l) *
        phi)) + 1

SHA-256 of the text of the statement and of all that it uses:
d0a8ef630ddf1c9e4d462ff5e9f6b6d9653610a85e4050f2627811b0197d6f9c

Shown by evaluation:
  * wythoffMex_lambda_range_on_range: wythoffMex_lambda_range(l=1,lo=1,hi=3): n<=6
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

    mexcert generate 'wythoffMex_lambda_range(l=1,lo=1,hi=3): n<=6' -o claim.cert
    mexcheck --claim 'wythoffMex_lambda_range(l=1,lo=1,hi=3): n<=6' claim.cert

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

-- Does p hold at 0, .., n - 1?
def allBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => true
  | n+1, p => allBelow n p && p n

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

-- How far `least` looks: far enough for all that is below.
def searchLimit : Nat := 12

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

def wythoffMexA_table_1 : List Nat :=
  [2, 3, 5, 7, 8, 10, 11]

-- Below it is read from its tables.
def wythoffMexA (l n : Nat) : Nat :=
  cond (eq l 1) (at1 wythoffMexA_table_1 n) outside

-- Is the entry of the tables the value that the equation gives?
def wythoffMexA_correct (l n : Nat) : Bool :=
  wythoffMexA_holds wythoffMexA l n (wythoffMexA l n) &&
    allBelow (wythoffMexA l n) (fun m => !(wythoffMexA_holds wythoffMexA l n m))

theorem wythoffMexA_table_1_correct :
    allBelow 7 (fun n => wythoffMexA_correct 1 n) = true := by decide

theorem wythoffMexA_table_1_agrees :
    allBelow 4 (fun n => eq (wythoffMexA_by_recursion 4 1 n) (wythoffMexA 1 n))
    = true := by decide

-- mex: let wythoffMexB(l, n) = wythoffMexA(l, n) + n + l + 1
def wythoffMexB (l n : Nat) : Nat :=
  wythoffMexA l n + n + l + 1

-- The statement (its text is in the first lines).
def wythoffMex_lambda_range (l lo hi : Nat) : Bool :=
  imp (le 1 l)
      (allBelow 7 (fun n =>
        le (lo + floorPhi (n + l)) (wythoffMexA l n + 2 * l) &&
        le (wythoffMexA l n + 2 * l) (hi + floorPhi (n + l)) &&
        eq (wythoffMexB l n + floorPhi (n + l)) (floorPhiSq (n + l) + wythoffMexA l n + 1)))

-- wythoffMex_lambda_range(l=1,lo=1,hi=3): n<=6
theorem wythoffMex_lambda_range_on_range :
    wythoffMex_lambda_range 1 1 3 = true := by decide

end Mexcert

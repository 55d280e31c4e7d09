/-
komakG_hofstadter: n<=12

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/komak.mex:29:11:

    statement komakG_hofstadter: komakG(0) = 1 and komakG(1) = 0 and forall n: 2 <= n => komakG(n)
        = if hofstadterF2(n - 2) < hofstadterF2(n - 1) then 1 -. komakG(hofstadterF2(n - 1)) else
        1

SHA-256 of the text of the statement and of all that it uses:
aea564d58d20b22d8329d120bfa88159dd3a78318ac2306997b4c725416a2c64

Shown by evaluation:
  * komakG_hofstadter_on_range: komakG_hofstadter: n<=12
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

    mexcert generate 'komakG_hofstadter: n<=12' -o claim.cert
    mexcheck --claim 'komakG_hofstadter: n<=12' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

def le (a b : Nat) : Bool := Nat.ble a b

def lt (a b : Nat) : Bool := Nat.ble (a + 1) b

def imp (a b : Bool) : Bool := !(a) || b

-- The difference, 0 if it is negative. A `-` elsewhere never has a negative result.
def monus (a b : Nat) : Nat := a - b

-- Does p hold at 0, .., n - 1?
def allBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => true
  | n+1, p => allBelow n p && p n

-- Does p hold at one of 0, .., n - 1?
def existsBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => false
  | n+1, p => existsBelow n p || p n

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
def searchLimit : Nat := 8

-- mex: def komakG(n) measure n = if exists m < n: floor(n * phi) = floor(m * phi ^ 2) + 1 then 1
--   -. komakG(least m with m < n and floor(n * phi) = floor(m * phi ^ 2) + 1) else 1
def komakG_equation (self : Nat → Nat) (n : Nat) : Nat :=
  cond (existsBelow n (fun m => eq (floorPhi n) (floorPhiSq m + 1)))
      (monus 1 (self (least searchLimit (fun m => lt m n && eq (floorPhi n) (floorPhiSq m + 1)))))
      1

-- The function by recursion, each call with one unit of fuel less.
def komakG_by_recursion : Nat → Nat → Nat
  | 0, _ => 0
  | fuel+1, a1 =>
      komakG_equation
        (fun b1 => komakG_by_recursion fuel b1)
        a1

def komakG_table : List Nat :=
  [1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0]

-- Below it is read from its tables.
def komakG (n : Nat) : Nat :=
  at1 komakG_table n

-- Is the entry of the tables the value that the equation gives?
def komakG_correct (n : Nat) : Bool :=
  eq (komakG n) (komakG_equation komakG n)

theorem komakG_table_correct :
    allBelow 13 (fun n => komakG_correct n) = true := by decide

theorem komakG_table_agrees :
    allBelow 7 (fun n => eq (komakG_by_recursion 7 n) (komakG n)) = true := by decide

-- mex: def hofstadterF2(n) measure n = if n = 0 then 0 else n -. hofstadterF2(hofstadterF2(n -
--   1))
def hofstadterF2_equation (self : Nat → Nat) (n : Nat) : Nat :=
  cond (eq n 0) 0 (monus n (self (self (n - 1))))

-- The function by recursion, each call with one unit of fuel less.
def hofstadterF2_by_recursion : Nat → Nat → Nat
  | 0, _ => 0
  | fuel+1, a1 =>
      hofstadterF2_equation
        (fun b1 => hofstadterF2_by_recursion fuel b1)
        a1

def hofstadterF2_table : List Nat :=
  [0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7]

-- Below it is read from its tables.
def hofstadterF2 (n : Nat) : Nat :=
  at1 hofstadterF2_table n

-- Is the entry of the tables the value that the equation gives?
def hofstadterF2_correct (n : Nat) : Bool :=
  eq (hofstadterF2 n) (hofstadterF2_equation hofstadterF2 n)

theorem hofstadterF2_table_correct :
    allBelow 12 (fun n => hofstadterF2_correct n) = true := by decide

theorem hofstadterF2_table_agrees :
    allBelow 7 (fun n => eq (hofstadterF2_by_recursion 7 n) (hofstadterF2 n)) = true := by decide

-- The statement (its text is in the first lines).
def komakG_hofstadter : Bool :=
  eq (komakG 0) 1 &&
    eq (komakG 1) 0 &&
    allBelow 13 (fun n =>
        imp (le 2 n)
          (eq (komakG n)
            (cond (lt (hofstadterF2 (n - 2)) (hofstadterF2 (n - 1)))
              (monus 1 (komakG (hofstadterF2 (n - 1)))) 1)))

-- komakG_hofstadter: n<=12
theorem komakG_hofstadter_on_range :
    komakG_hofstadter = true := by decide

end Mexcert

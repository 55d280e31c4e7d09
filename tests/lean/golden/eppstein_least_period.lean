/-
eppstein.finite_minimal247: all

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/eppstein.mex:92:11:

    statement eppstein.finite_minimal247: eppstein.nim247(10) != eppstein.nim247(7) and forall p:
        1 <= p and p < 3 => exists n: 8 <= n and n < 11 and eppstein.nim247(n + p) !=
        eppstein.nim247(n)

SHA-256 of the text of the statement and of all that it uses:
b0e50811595b9401d5a86f6aa1eeacb7fbb5367d9680efa46f9b9a82fc4da0c8

Shown by evaluation:
  * eppstein_finite_minimal247_on_range: eppstein.finite_minimal247: all
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

    mexcert generate 'eppstein.finite_minimal247: all' -o claim.cert
    mexcheck --claim 'eppstein.finite_minimal247: all' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

def ne (a b : Nat) : Bool := !(Nat.beq a b)

def le (a b : Nat) : Bool := Nat.ble a b

def imp (a b : Bool) : Bool := !(a) || b

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

-- What a table gives outside of its box. No theorem below reads it.
def outside : Nat := 999999999

def at1 : List Nat → Nat → Nat
  | [], _ => outside
  | a :: _, 0 => a
  | _ :: rest, n+1 => at1 rest n

-- How far `least` looks: far enough for all that is below.
def searchLimit : Nat := 4

-- mex: def eppstein.nim247(n) measure n = least m with (2 <= n => m != eppstein.nim247(n - 2))
--   and (4 <= n => m != eppstein.nim247(n - 4)) and (7 <= n => m != eppstein.nim247(n - 7))
def eppstein_nim247_holds (self : Nat → Nat) (n m : Nat) : Bool :=
  imp (le 2 n) (ne m (self (n - 2))) &&
    imp (le 4 n) (ne m (self (n - 4))) &&
    imp (le 7 n) (ne m (self (n - 7)))

def eppstein_nim247_equation (self : Nat → Nat) (n : Nat) : Nat :=
  least searchLimit (fun m => eppstein_nim247_holds self n m)

-- The function by recursion, each call with one unit of fuel less.
def eppstein_nim247_by_recursion : Nat → Nat → Nat
  | 0, _ => 0
  | fuel+1, a1 =>
      eppstein_nim247_equation
        (fun b1 => eppstein_nim247_by_recursion fuel b1)
        a1

def eppstein_nim247_table : List Nat :=
  [0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2, 1, 0]

-- Below it is read from its tables.
def eppstein_nim247 (n : Nat) : Nat :=
  at1 eppstein_nim247_table n

-- Is the entry of the tables the value that the equation gives?
def eppstein_nim247_correct (n : Nat) : Bool :=
  eppstein_nim247_holds eppstein_nim247 n (eppstein_nim247 n) &&
    allBelow (eppstein_nim247 n) (fun m => !(eppstein_nim247_holds eppstein_nim247 n m))

theorem eppstein_nim247_table_correct :
    allBelow 13 (fun n => eppstein_nim247_correct n) = true := by decide

theorem eppstein_nim247_table_agrees :
    allBelow 7 (fun n => eq (eppstein_nim247_by_recursion 7 n) (eppstein_nim247 n))
    = true := by decide

-- The statement (its text is in the first lines).
def eppstein_finite_minimal247 : Bool :=
  ne (eppstein_nim247 10) (eppstein_nim247 7) &&
    allBelow 3 (fun p =>
        imp (le 1 p)
          (existsBelow 11 (fun n => le 8 n && ne (eppstein_nim247 (n + p)) (eppstein_nim247 n))))

-- eppstein.finite_minimal247: all
theorem eppstein_finite_minimal247_on_range :
    eppstein_finite_minimal247 = true := by decide

end Mexcert

/-
eppstein.cold_squares: n<=20

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/eppstein.mex:9:11:

    statement eppstein.cold_squares: forall n: eppstein.nim(n) = 0 <=> eppstein.hot(n) = 0

SHA-256 of the text of the statement and of all that it uses:
f958a593f94fb26f20c47d28aa718cc771ee23d814dcd32bf203027668c1d5a5

Shown by evaluation:
  * eppstein_cold_squares_on_range: eppstein.cold_squares: n<=20
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

    mexcert generate 'eppstein.cold_squares: n<=20' -o claim.cert
    mexcheck --claim 'eppstein.cold_squares: n<=20' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

def ne (a b : Nat) : Bool := !(Nat.beq a b)

def le (a b : Nat) : Bool := Nat.ble a b

def imp (a b : Bool) : Bool := !(a) || b

def iff (a b : Bool) : Bool := cond a b (!(b))

def sq (a : Nat) : Nat := a * a

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
def searchLimit : Nat := 3

-- mex: def eppstein.nim(n) measure n = least m with forall t: 1 <= t => t ^ 2 <= n => m !=
--   eppstein.nim(n - t ^ 2)
def eppstein_nim_holds (self : Nat → Nat) (n m : Nat) : Bool :=
  allBelow (n + 1) (fun t => imp (le 1 t) (imp (le (sq t) n) (ne m (self (n - sq t)))))

def eppstein_nim_equation (self : Nat → Nat) (n : Nat) : Nat :=
  least searchLimit (fun m => eppstein_nim_holds self n m)

-- The function by recursion, each call with one unit of fuel less.
def eppstein_nim_by_recursion : Nat → Nat → Nat
  | 0, _ => 0
  | fuel+1, a1 =>
      eppstein_nim_equation
        (fun b1 => eppstein_nim_by_recursion fuel b1)
        a1

def eppstein_nim_table : List Nat :=
  [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0]

-- Below it is read from its tables.
def eppstein_nim (n : Nat) : Nat :=
  at1 eppstein_nim_table n

-- Is the entry of the tables the value that the equation gives?
def eppstein_nim_correct (n : Nat) : Bool :=
  eppstein_nim_holds eppstein_nim n (eppstein_nim n) &&
    allBelow (eppstein_nim n) (fun m => !(eppstein_nim_holds eppstein_nim n m))

theorem eppstein_nim_table_correct :
    allBelow 21 (fun n => eppstein_nim_correct n) = true := by decide

theorem eppstein_nim_table_agrees :
    allBelow 7 (fun n => eq (eppstein_nim_by_recursion 7 n) (eppstein_nim n)) = true := by decide

-- mex: def eppstein.hot(n) measure n = if exists t: 1 <= t and t ^ 2 <= n and eppstein.hot(n - t
--   ^ 2) = 0 then 1 else 0
def eppstein_hot_equation (self : Nat → Nat) (n : Nat) : Nat :=
  cond (existsBelow (n + 1) (fun t => le 1 t && le (sq t) n && eq (self (n - sq t)) 0)) 1 0

-- The function by recursion, each call with one unit of fuel less.
def eppstein_hot_by_recursion : Nat → Nat → Nat
  | 0, _ => 0
  | fuel+1, a1 =>
      eppstein_hot_equation
        (fun b1 => eppstein_hot_by_recursion fuel b1)
        a1

def eppstein_hot_table : List Nat :=
  [0, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0]

-- Below it is read from its tables.
def eppstein_hot (n : Nat) : Nat :=
  at1 eppstein_hot_table n

-- Is the entry of the tables the value that the equation gives?
def eppstein_hot_correct (n : Nat) : Bool :=
  eq (eppstein_hot n) (eppstein_hot_equation eppstein_hot n)

theorem eppstein_hot_table_correct :
    allBelow 21 (fun n => eppstein_hot_correct n) = true := by decide

theorem eppstein_hot_table_agrees :
    allBelow 7 (fun n => eq (eppstein_hot_by_recursion 7 n) (eppstein_hot n)) = true := by decide

-- The statement (its text is in the first lines).
def eppstein_cold_squares : Bool :=
  allBelow 21 (fun n => iff (eq (eppstein_nim n) 0) (eq (eppstein_hot n) 0))

-- eppstein.cold_squares: n<=20
theorem eppstein_cold_squares_on_range :
    eppstein_cold_squares = true := by decide

end Mexcert

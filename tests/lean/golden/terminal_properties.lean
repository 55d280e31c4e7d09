/-
wythoffMex_properties(l=2): i<=5,k<=5,j<=5,n<=5

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/terminal.mex:61:11:

    statement wythoffMex_properties(l): 1 <= l => (forall i, k: i < k => wythoffMexA(l, i) <
        wythoffMexA(l, k)) and (forall i, k: i < k => wythoffMexB(l, i) < wythoffMexB(l, k)) and
        (forall j: l < j <=> (exists n: wythoffMexA(l, n) = j) or exists n: wythoffMexB(l, n) = j)
        and (forall i, k: wythoffMexA(l, i) != wythoffMexB(l, k)) and (forall j: l < j => exists
        unique n: j = wythoffMexB(l, n) -. wythoffMexA(l, n)) and (forall n: wythoffMexA(l, n + 1)
        -. wythoffMexA(l, n) in {1, 2} and wythoffMexB(l, n + 1) -. wythoffMexB(l, n) in {2, 3}
        and wythoffMexB(l, n + 1) -. wythoffMexB(l, n) = wythoffMexA(l, n + 1) -. wythoffMexA(l,
        n) + 1)

SHA-256 of the text of the statement and of all that it uses:
705484c39a4e0be5b73f62178587abd7866ec0c8ad6d53bd8debb6739dcd2665

Shown by evaluation:
  * wythoffMex_properties_on_range: wythoffMex_properties(l=2): i<=5,k<=5,j<=5,n<=5
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

    mexcert generate 'wythoffMex_properties(l=2): i<=5,k<=5,j<=5,n<=5' -o claim.cert
    mexcheck --claim 'wythoffMex_properties(l=2): i<=5,k<=5,j<=5,n<=5' claim.cert

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

def iff (a b : Bool) : Bool := cond a b (!(b))

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

-- The number of those of 0, .., n - 1 at which p holds.
def countBelow : Nat → (Nat → Bool) → Nat
  | 0, _ => 0
  | n+1, p => countBelow n p + cond (p n) 1 0

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
def searchLimit : Nat := 13

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

def wythoffMexA_table_2 : List Nat :=
  [3, 4, 5, 7, 9, 11, 12]

-- Below it is read from its tables.
def wythoffMexA (l n : Nat) : Nat :=
  cond (eq l 2) (at1 wythoffMexA_table_2 n) outside

-- Is the entry of the tables the value that the equation gives?
def wythoffMexA_correct (l n : Nat) : Bool :=
  wythoffMexA_holds wythoffMexA l n (wythoffMexA l n) &&
    allBelow (wythoffMexA l n) (fun m => !(wythoffMexA_holds wythoffMexA l n m))

theorem wythoffMexA_table_2_correct :
    allBelow 7 (fun n => wythoffMexA_correct 2 n) = true := by decide

theorem wythoffMexA_table_2_agrees :
    allBelow 4 (fun n => eq (wythoffMexA_by_recursion 4 2 n) (wythoffMexA 2 n))
    = true := by decide

-- mex: let wythoffMexB(l, n) = wythoffMexA(l, n) + n + l + 1
def wythoffMexB (l n : Nat) : Nat :=
  wythoffMexA l n + n + l + 1

-- The statement (its text is in the first lines).
def wythoffMex_properties (l : Nat) : Bool :=
  imp (le 1 l)
      (allBelow 6 (fun i =>
          allBelow 6 (fun k => imp (lt i k) (lt (wythoffMexA l i) (wythoffMexA l k)))) &&
      allBelow 6 (fun i =>
          allBelow 6 (fun k => imp (lt i k) (lt (wythoffMexB l i) (wythoffMexB l k)))) &&
      allBelow 6 (fun j =>
          iff (lt l j)
            (existsBelow (j + 1) (fun n => eq (wythoffMexA l n) j) ||
            existsBelow (j + 1) (fun n => eq (wythoffMexB l n) j))) &&
      allBelow 6 (fun i => allBelow 6 (fun k => ne (wythoffMexA l i) (wythoffMexB l k))) &&
      allBelow 6 (fun j =>
          imp (lt l j)
            (eq
              (countBelow (monus j (l + 1) + 1) (fun n =>
                eq j (monus (wythoffMexB l n) (wythoffMexA l n)))) 1)) &&
      allBelow 6 (fun n =>
          (eq (monus (wythoffMexA l (n + 1)) (wythoffMexA l n)) 1 ||
            eq (monus (wythoffMexA l (n + 1)) (wythoffMexA l n)) 2) &&
          (eq (monus (wythoffMexB l (n + 1)) (wythoffMexB l n)) 2 ||
            eq (monus (wythoffMexB l (n + 1)) (wythoffMexB l n)) 3) &&
          eq (monus (wythoffMexB l (n + 1)) (wythoffMexB l n))
              (monus (wythoffMexA l (n + 1)) (wythoffMexA l n) + 1)))

-- wythoffMex_properties(l=2): i<=5,k<=5,j<=5,n<=5
theorem wythoffMex_properties_on_range :
    wythoffMex_properties 2 = true := by decide

end Mexcert

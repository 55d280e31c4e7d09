/-
wythoffPass_pPositions_le_eight: all

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/wythoff.mex:76:11:

    statement wythoffPass_pPositions_le_eight: forall x, y: x <= 8 => y <= 8 =>
        (wythoffPassGrundy(x, y, 0) = 0 <=> (x, y) in wythoffPassSetA) and (wythoffPassGrundy(x,
        y, 1) = 0 <=> (x, y) in wythoffPassSetB) and (wythoffPlusStoneGrundy(x, y, 1) = 0 <=> (x,
        y) in wythoffPassSetC)

SHA-256 of the text of the statement and of all that it uses:
2382967da7483fcfe22f0274d296d37ecd52ff000fe8efed0cf9608012c50838

Shown by evaluation:
  * wythoffPass_pPositions_le_eight_on_range: wythoffPass_pPositions_le_eight: all
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

    mexcert generate 'wythoffPass_pPositions_le_eight: all' -o claim.cert
    mexcheck --claim 'wythoffPass_pPositions_le_eight: all' claim.cert

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

-- Does p hold at 0, .., n - 1?
def allBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => true
  | n+1, p => allBelow n p && p n

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

def member : List (List Nat) → List Nat → Bool
  | [], _ => false
  | a :: rest, b => eqList a b || member rest b

-- How far `least` looks: far enough for all that is below.
def searchLimit : Nat := 12

-- mex: def wythoffExtraMoveGrundy(strict in 0..1, x, y, p in 0..1) measure 2 * (x + y) + p =
--   least m with (forall u: u < x => wythoffExtraMoveGrundy(strict, u, y, p) != m) and (forall v:
--   v < y => wythoffExtraMoveGrundy(strict, x, v, p) != m) and (forall t: 1 <= t => t <= x => t
--   <= y => wythoffExtraMoveGrundy(strict, x - t, y - t, p) != m) and (p = 1 => (strict = 0 or 0
--   < x + y) => wythoffExtraMoveGrundy(strict, x, y, 0) != m)
def wythoffExtraMoveGrundy_holds
    (self : Nat → Nat → Nat → Nat → Nat)
    (strict x y p m : Nat)
    : Bool :=
  allBelow x (fun u => ne (self strict u y p) m) &&
    allBelow y (fun v => ne (self strict x v p) m) &&
    allBelow (x + 1) (fun t =>
        imp (le 1 t) (imp (le t y) (ne (self strict (x - t) (y - t) p) m))) &&
    imp (eq p 1) (imp (eq strict 0 || lt 0 (x + y)) (ne (self strict x y 0) m))

def wythoffExtraMoveGrundy_equation
    (self : Nat → Nat → Nat → Nat → Nat)
    (strict x y p : Nat)
    : Nat :=
  least searchLimit (fun m => wythoffExtraMoveGrundy_holds self strict x y p m)

-- The function by recursion, each call with one unit of fuel less.
def wythoffExtraMoveGrundy_by_recursion : Nat → Nat → Nat → Nat → Nat → Nat
  | 0, _, _, _, _ => 0
  | fuel+1, a1, a2, a3, a4 =>
      wythoffExtraMoveGrundy_equation
        (fun b1 b2 b3 b4 => wythoffExtraMoveGrundy_by_recursion fuel b1 b2 b3 b4)
        a1 a2 a3 a4

def wythoffExtraMoveGrundy_table_0_0 : List (List Nat) :=
  [[0, 1, 2, 3, 4, 5, 6, 7, 8],
   [1, 2, 0, 4, 5, 3, 7, 8, 6],
   [2, 0, 1, 5, 3, 4, 8, 6, 7],
   [3, 4, 5, 6, 2, 0, 1, 9, 10],
   [4, 5, 3, 2, 7, 6, 9, 0, 1],
   [5, 3, 4, 0, 6, 8, 10, 1, 2],
   [6, 7, 8, 1, 9, 10, 3, 4, 5],
   [7, 8, 6, 9, 0, 1, 4, 5, 3],
   [8, 6, 7, 10, 1, 2, 5, 3, 4]]

def wythoffExtraMoveGrundy_table_0_1 : List (List Nat) :=
  [[1, 0, 3, 2, 5, 4, 7, 6, 9],
   [0, 3, 1, 5, 4, 2, 6, 9, 7],
   [3, 1, 0, 4, 2, 5, 9, 7, 6],
   [2, 5, 4, 7, 3, 1, 0, 8, 11],
   [5, 4, 2, 3, 6, 7, 8, 1, 0],
   [4, 2, 5, 1, 7, 9, 11, 0, 3],
   [7, 6, 9, 0, 8, 11, 2, 5, 4],
   [6, 9, 7, 8, 1, 0, 5, 4, 2],
   [9, 7, 6, 11, 0, 3, 4, 2, 5]]

def wythoffExtraMoveGrundy_table_1_0 : List (List Nat) :=
  [[0, 1, 2, 3, 4, 5, 6, 7, 8],
   [1, 2, 0, 4, 5, 3, 7, 8, 6],
   [2, 0, 1, 5, 3, 4, 8, 6, 7],
   [3, 4, 5, 6, 2, 0, 1, 9, 10],
   [4, 5, 3, 2, 7, 6, 9, 0, 1],
   [5, 3, 4, 0, 6, 8, 10, 1, 2],
   [6, 7, 8, 1, 9, 10, 3, 4, 5],
   [7, 8, 6, 9, 0, 1, 4, 5, 3],
   [8, 6, 7, 10, 1, 2, 5, 3, 4]]

def wythoffExtraMoveGrundy_table_1_1 : List (List Nat) :=
  [[0, 2, 1, 4, 3, 6, 5, 8, 7],
   [2, 1, 3, 0, 6, 4, 8, 7, 5],
   [1, 3, 2, 6, 4, 0, 7, 5, 8],
   [4, 0, 6, 3, 1, 2, 9, 10, 11],
   [3, 6, 4, 1, 5, 7, 10, 2, 0],
   [6, 4, 0, 2, 7, 9, 11, 3, 1],
   [5, 8, 7, 9, 10, 11, 4, 0, 6],
   [8, 7, 5, 10, 2, 3, 0, 6, 4],
   [7, 5, 8, 11, 0, 1, 6, 4, 10]]

-- Below it is read from its tables.
def wythoffExtraMoveGrundy (strict x y p : Nat) : Nat :=
  cond (eq strict 0 && eq p 0) (at2 wythoffExtraMoveGrundy_table_0_0 x y)
      (cond (eq strict 0 && eq p 1) (at2 wythoffExtraMoveGrundy_table_0_1 x y)
        (cond (eq strict 1 && eq p 0) (at2 wythoffExtraMoveGrundy_table_1_0 x y)
          (cond (eq strict 1 && eq p 1) (at2 wythoffExtraMoveGrundy_table_1_1 x y) outside)))

-- Is the entry of the tables the value that the equation gives?
def wythoffExtraMoveGrundy_correct (strict x y p : Nat) : Bool :=
  wythoffExtraMoveGrundy_holds wythoffExtraMoveGrundy strict x y p
        (wythoffExtraMoveGrundy strict x y p) &&
    allBelow (wythoffExtraMoveGrundy strict x y p) (fun m =>
        !(wythoffExtraMoveGrundy_holds wythoffExtraMoveGrundy strict x y p m))

theorem wythoffExtraMoveGrundy_table_0_0_correct :
    allBelow 9 (fun x => allBelow 9 (fun y => wythoffExtraMoveGrundy_correct 0 x y 0))
    = true := by decide

theorem wythoffExtraMoveGrundy_table_0_0_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y =>
          eq (wythoffExtraMoveGrundy_by_recursion 5 0 x y 0) (wythoffExtraMoveGrundy 0 x y 0)))
    = true := by decide

theorem wythoffExtraMoveGrundy_table_0_1_correct :
    allBelow 9 (fun x => allBelow 9 (fun y => wythoffExtraMoveGrundy_correct 0 x y 1))
    = true := by decide

theorem wythoffExtraMoveGrundy_table_0_1_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y =>
          eq (wythoffExtraMoveGrundy_by_recursion 6 0 x y 1) (wythoffExtraMoveGrundy 0 x y 1)))
    = true := by decide

theorem wythoffExtraMoveGrundy_table_1_0_correct :
    allBelow 9 (fun x => allBelow 9 (fun y => wythoffExtraMoveGrundy_correct 1 x y 0))
    = true := by decide

theorem wythoffExtraMoveGrundy_table_1_0_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y =>
          eq (wythoffExtraMoveGrundy_by_recursion 5 1 x y 0) (wythoffExtraMoveGrundy 1 x y 0)))
    = true := by decide

theorem wythoffExtraMoveGrundy_table_1_1_correct :
    allBelow 9 (fun x => allBelow 9 (fun y => wythoffExtraMoveGrundy_correct 1 x y 1))
    = true := by decide

theorem wythoffExtraMoveGrundy_table_1_1_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y =>
          eq (wythoffExtraMoveGrundy_by_recursion 6 1 x y 1) (wythoffExtraMoveGrundy 1 x y 1)))
    = true := by decide

-- mex: let wythoffPassGrundy(x, y, p in 0..1) = wythoffExtraMoveGrundy(1, x, y, p)
def wythoffPassGrundy (x y p : Nat) : Nat :=
  wythoffExtraMoveGrundy 1 x y p

-- mex: let wythoffPlusStoneGrundy(x, y, p in 0..1) = wythoffExtraMoveGrundy(0, x, y, p)
def wythoffPlusStoneGrundy (x y p : Nat) : Nat :=
  wythoffExtraMoveGrundy 0 x y p

-- mex: set wythoffPassSetA = {(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4)}
def wythoffPassSetA_list : List (List Nat) :=
  [[0, 0], [1, 2], [2, 1], [3, 5], [4, 7], [5, 3], [7, 4]]

def wythoffPassSetA (a1 a2 : Nat) : Bool :=
  member wythoffPassSetA_list [a1, a2]

-- mex: set wythoffPassSetB = {(0, 0), (1, 3), (3, 1), (2, 5), (5, 2), (4, 8), (8, 4), (6, 7), (7,
--   6)}
def wythoffPassSetB_list : List (List Nat) :=
  [[0, 0], [1, 3], [3, 1], [2, 5], [5, 2], [4, 8], [8, 4], [6, 7], [7, 6]]

def wythoffPassSetB (a1 a2 : Nat) : Bool :=
  member wythoffPassSetB_list [a1, a2]

-- mex: set wythoffPassSetC = {(0, 1), (1, 0), (2, 2), (3, 6), (6, 3), (4, 8), (8, 4), (5, 7), (7,
--   5)}
def wythoffPassSetC_list : List (List Nat) :=
  [[0, 1], [1, 0], [2, 2], [3, 6], [6, 3], [4, 8], [8, 4], [5, 7], [7, 5]]

def wythoffPassSetC (a1 a2 : Nat) : Bool :=
  member wythoffPassSetC_list [a1, a2]

-- The statement (its text is in the first lines).
def wythoffPass_pPositions_le_eight : Bool :=
  allBelow 9 (fun x =>
      allBelow 9 (fun y =>
        iff (eq (wythoffPassGrundy x y 0) 0) (wythoffPassSetA x y) &&
        iff (eq (wythoffPassGrundy x y 1) 0) (wythoffPassSetB x y) &&
        iff (eq (wythoffPlusStoneGrundy x y 1) 0) (wythoffPassSetC x y)))

-- wythoffPass_pPositions_le_eight: all
theorem wythoffPass_pPositions_le_eight_on_range :
    wythoffPass_pPositions_le_eight = true := by decide

end Mexcert

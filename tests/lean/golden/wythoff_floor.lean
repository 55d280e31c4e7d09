/-
wythoffGrundy_eq_zero_iff: x<=8,y<=8

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/wythoff.mex:64:11:

    statement wythoffGrundy_eq_zero_iff: forall x, y: wythoffPassGrundy(x, y, 0) = 0 <=> exists n:
        x = floor(n * phi) and y = floor(n * phi) + n or x = floor(n * phi) + n and y = floor(n *
        phi)

SHA-256 of the text of the statement and of all that it uses:
bbdcee186fdd14fb38edaabe97f344efc6825b94373c293ca5ecc6423dd58fbf

Shown by evaluation:
  * wythoffGrundy_eq_zero_iff_on_range: wythoffGrundy_eq_zero_iff: x<=8,y<=8
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

    mexcert generate 'wythoffGrundy_eq_zero_iff: x<=8,y<=8' -o claim.cert
    mexcheck --claim 'wythoffGrundy_eq_zero_iff: x<=8,y<=8' claim.cert

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

-- How far `least` looks: far enough for all that is below.
def searchLimit : Nat := 11

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

-- Below it is read from its tables.
def wythoffExtraMoveGrundy (strict x y p : Nat) : Nat :=
  cond (eq strict 1 && eq p 0) (at2 wythoffExtraMoveGrundy_table_1_0 x y) outside

-- Is the entry of the tables the value that the equation gives?
def wythoffExtraMoveGrundy_correct (strict x y p : Nat) : Bool :=
  wythoffExtraMoveGrundy_holds wythoffExtraMoveGrundy strict x y p
        (wythoffExtraMoveGrundy strict x y p) &&
    allBelow (wythoffExtraMoveGrundy strict x y p) (fun m =>
        !(wythoffExtraMoveGrundy_holds wythoffExtraMoveGrundy strict x y p m))

theorem wythoffExtraMoveGrundy_table_1_0_correct :
    allBelow 9 (fun x => allBelow 9 (fun y => wythoffExtraMoveGrundy_correct 1 x y 0))
    = true := by decide

theorem wythoffExtraMoveGrundy_table_1_0_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y =>
          eq (wythoffExtraMoveGrundy_by_recursion 5 1 x y 0) (wythoffExtraMoveGrundy 1 x y 0)))
    = true := by decide

-- mex: let wythoffPassGrundy(x, y, p in 0..1) = wythoffExtraMoveGrundy(1, x, y, p)
def wythoffPassGrundy (x y p : Nat) : Nat :=
  wythoffExtraMoveGrundy 1 x y p

-- The statement (its text is in the first lines).
def wythoffGrundy_eq_zero_iff : Bool :=
  allBelow 9 (fun x =>
      allBelow 9 (fun y =>
        iff (eq (wythoffPassGrundy x y 0) 0)
          (existsBelow (x + 1) (fun n =>
            (eq x (floorPhi n) && eq y (floorPhi n + n)) ||
            (eq x (floorPhi n + n) && eq y (floorPhi n))))))

-- wythoffGrundy_eq_zero_iff: x<=8,y<=8
theorem wythoffGrundy_eq_zero_iff_on_range :
    wythoffGrundy_eq_zero_iff = true := by decide

end Mexcert

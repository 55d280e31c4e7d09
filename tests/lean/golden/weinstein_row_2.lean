/-
weinstein.row_2: x<=8

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/weinstein.mex:94:11:

    statement weinstein.row_2: forall x: (x mod 4 = 0 or x mod 4 = 1 => weinstein.w1(x, 2) =
        weinstein.nim(x, 2)) and (x mod 4 = 2 => weinstein.w1(x, 2) = weinstein.nim(x, 2) + 1) and
        (x mod 4 = 3 => weinstein.w1(x, 2) = weinstein.nim(x, 2) - 1) and weinstein.w1(3, 2) = 0
        and (weinstein.w1(x + 3, 2) = x <=> x mod 4 = 0)

SHA-256 of the text of the statement and of all that it uses:
a42bd2d95fab3271c434a28e85e0c6c8ebcd01a1691adc38a988846705df33de

Shown by evaluation:
  * weinstein_row_2_on_range: weinstein.row_2: x<=8
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

    mexcert generate 'weinstein.row_2: x<=8' -o claim.cert
    mexcheck --claim 'weinstein.row_2: x<=8' claim.cert

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

-- How far `least` looks: far enough for all that is below.
def searchLimit : Nat := 12

-- mex: def weinstein.g(k, l, x, y) measure x + y = least m with (forall u: u < x =>
--   weinstein.g(k, l, u, y) != m) and (forall v: v < y => weinstein.g(k, l, x, v) != m) and
--   (forall t: 1 <= t => t <= x => t <= y => k <= x - t and k <= y - t and (l <= x - t or l <= y
--   - t) => weinstein.g(k, l, x - t, y - t) != m)
def weinstein_g_holds (self : Nat → Nat → Nat → Nat → Nat) (k l x y m : Nat) : Bool :=
  allBelow x (fun u => ne (self k l u y) m) &&
    allBelow y (fun v => ne (self k l x v) m) &&
    allBelow (x + 1) (fun t =>
        imp (le 1 t)
          (imp (le t y)
            (imp (le (k + t) x && le (k + t) y && (le (l + t) x || le (l + t) y))
              (ne (self k l (x - t) (y - t)) m))))

def weinstein_g_equation (self : Nat → Nat → Nat → Nat → Nat) (k l x y : Nat) : Nat :=
  least searchLimit (fun m => weinstein_g_holds self k l x y m)

-- The function by recursion, each call with one unit of fuel less.
def weinstein_g_by_recursion : Nat → Nat → Nat → Nat → Nat → Nat
  | 0, _, _, _, _ => 0
  | fuel+1, a1, a2, a3, a4 =>
      weinstein_g_equation
        (fun b1 b2 b3 b4 => weinstein_g_by_recursion fuel b1 b2 b3 b4)
        a1 a2 a3 a4

def weinstein_g_table_1_1 : List (List Nat) :=
  [[0, 1, 2],
   [1, 0, 3],
   [2, 3, 1],
   [3, 2, 0],
   [4, 5, 6],
   [5, 4, 7],
   [6, 7, 5],
   [7, 6, 4],
   [8, 9, 10],
   [9, 8, 11],
   [10, 11, 9],
   [11, 10, 8]]

-- Below it is read from its tables.
def weinstein_g (k l x y : Nat) : Nat :=
  cond (eq k 1 && eq l 1) (at2 weinstein_g_table_1_1 x y) outside

-- Is the entry of the tables the value that the equation gives?
def weinstein_g_correct (k l x y : Nat) : Bool :=
  weinstein_g_holds weinstein_g k l x y (weinstein_g k l x y) &&
    allBelow (weinstein_g k l x y) (fun m => !(weinstein_g_holds weinstein_g k l x y m))

theorem weinstein_g_table_1_1_correct :
    allBelow 12 (fun x => allBelow 3 (fun y => weinstein_g_correct 1 1 x y)) = true := by decide

theorem weinstein_g_table_1_1_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y => eq (weinstein_g_by_recursion 3 1 1 x y) (weinstein_g 1 1 x y)))
    = true := by decide

-- mex: def weinstein.nim(x, y) measure x + y = least m with (forall u: u < x => weinstein.nim(u,
--   y) != m) and (forall v: v < y => weinstein.nim(x, v) != m)
def weinstein_nim_holds (self : Nat → Nat → Nat) (x y m : Nat) : Bool :=
  allBelow x (fun u => ne (self u y) m) && allBelow y (fun v => ne (self x v) m)

def weinstein_nim_equation (self : Nat → Nat → Nat) (x y : Nat) : Nat :=
  least searchLimit (fun m => weinstein_nim_holds self x y m)

-- The function by recursion, each call with one unit of fuel less.
def weinstein_nim_by_recursion : Nat → Nat → Nat → Nat
  | 0, _, _ => 0
  | fuel+1, a1, a2 =>
      weinstein_nim_equation
        (fun b1 b2 => weinstein_nim_by_recursion fuel b1 b2)
        a1 a2

def weinstein_nim_table : List (List Nat) :=
  [[0, 1, 2],
   [1, 0, 3],
   [2, 3, 0],
   [3, 2, 1],
   [4, 5, 6],
   [5, 4, 7],
   [6, 7, 4],
   [7, 6, 5],
   [8, 9, 10]]

-- Below it is read from its tables.
def weinstein_nim (x y : Nat) : Nat :=
  at2 weinstein_nim_table x y

-- Is the entry of the tables the value that the equation gives?
def weinstein_nim_correct (x y : Nat) : Bool :=
  weinstein_nim_holds weinstein_nim x y (weinstein_nim x y) &&
    allBelow (weinstein_nim x y) (fun m => !(weinstein_nim_holds weinstein_nim x y m))

theorem weinstein_nim_table_correct :
    allBelow 9 (fun x => allBelow 3 (fun y => weinstein_nim_correct x y)) = true := by decide

theorem weinstein_nim_table_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y => eq (weinstein_nim_by_recursion 3 x y) (weinstein_nim x y)))
    = true := by decide

-- mex: let weinstein.w1(x, y) = weinstein.g(1, 1, x, y)
def weinstein_w1 (x y : Nat) : Nat :=
  weinstein_g 1 1 x y

-- The statement (its text is in the first lines).
def weinstein_row_2 : Bool :=
  allBelow 9 (fun x =>
      imp (eq (x % 4) 0 || eq (x % 4) 1) (eq (weinstein_w1 x 2) (weinstein_nim x 2)) &&
      imp (eq (x % 4) 2) (eq (weinstein_w1 x 2) (weinstein_nim x 2 + 1)) &&
      imp (eq (x % 4) 3) (eq (weinstein_w1 x 2 + 1) (weinstein_nim x 2)) &&
      eq (weinstein_w1 3 2) 0 &&
      iff (eq (weinstein_w1 (x + 3) 2) x) (eq (x % 4) 0))

-- weinstein.row_2: x<=8
theorem weinstein_row_2_on_range :
    weinstein_row_2 = true := by decide

end Mexcert

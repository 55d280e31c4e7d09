/-
weinstein.T_invariance(k=1): x<=4,y<=4

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/weinstein.mex:132:11:

    statement weinstein.T_invariance(k): forall x, y: weinstein.T(k, x, y) <= k or weinstein.w1(x,
        y) <= k => weinstein.T(k, x, y) = weinstein.w1(x, y)

SHA-256 of the text of the statement and of all that it uses:
51bebccbb4156346d2270cb23301ff6f127d454d4edee189b0433193b2b97438

Shown by evaluation:
  * weinstein_T_invariance_on_range: weinstein.T_invariance(k=1): x<=4,y<=4
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

    mexcert generate 'weinstein.T_invariance(k=1): x<=4,y<=4' -o claim.cert
    mexcheck --claim 'weinstein.T_invariance(k=1): x<=4,y<=4' claim.cert

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
def searchLimit : Nat := 7

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
  [[0, 1, 2, 3, 4],
   [1, 0, 3, 2, 5],
   [2, 3, 1, 0, 6],
   [3, 2, 0, 4, 1],
   [4, 5, 6, 1, 2]]

-- Below it is read from its tables.
def weinstein_g (k l x y : Nat) : Nat :=
  cond (eq k 1 && eq l 1) (at2 weinstein_g_table_1_1 x y) outside

-- Is the entry of the tables the value that the equation gives?
def weinstein_g_correct (k l x y : Nat) : Bool :=
  weinstein_g_holds weinstein_g k l x y (weinstein_g k l x y) &&
    allBelow (weinstein_g k l x y) (fun m => !(weinstein_g_holds weinstein_g k l x y m))

theorem weinstein_g_table_1_1_correct :
    allBelow 5 (fun x => allBelow 5 (fun y => weinstein_g_correct 1 1 x y)) = true := by decide

theorem weinstein_g_table_1_1_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y => eq (weinstein_g_by_recursion 3 1 1 x y) (weinstein_g 1 1 x y)))
    = true := by decide

-- mex: let weinstein.w1(x, y) = weinstein.g(1, 1, x, y)
def weinstein_w1 (x y : Nat) : Nat :=
  weinstein_g 1 1 x y

-- mex: def weinstein.quotient(a, b) measure b = if a = 0 or b < a then 0 else
--   weinstein.quotient(a, b - a) + 1
def weinstein_quotient_equation (self : Nat → Nat → Nat) (a b : Nat) : Nat :=
  cond (eq a 0 || lt b a) 0 (self a (b - a) + 1)

-- The function by recursion, each call with one unit of fuel less.
def weinstein_quotient_by_recursion : Nat → Nat → Nat → Nat
  | 0, _, _ => 0
  | fuel+1, a1, a2 =>
      weinstein_quotient_equation
        (fun b1 b2 => weinstein_quotient_by_recursion fuel b1 b2)
        a1 a2

def weinstein_quotient_table_1 : List Nat :=
  [0, 1, 2, 3]

def weinstein_quotient_table_2 : List Nat :=
  [0, 0, 1, 1, 2]

def weinstein_quotient_table_3 : List Nat :=
  [0, 0, 0, 1, 1]

def weinstein_quotient_table_4 : List Nat :=
  [0, 0, 0, 0, 1]

-- Below it is read from its tables.
def weinstein_quotient (a b : Nat) : Nat :=
  cond (eq a 1) (at1 weinstein_quotient_table_1 b)
      (cond (eq a 2) (at1 weinstein_quotient_table_2 b)
        (cond (eq a 3) (at1 weinstein_quotient_table_3 b)
          (cond (eq a 4) (at1 weinstein_quotient_table_4 b) outside)))

-- Is the entry of the tables the value that the equation gives?
def weinstein_quotient_correct (a b : Nat) : Bool :=
  eq (weinstein_quotient a b) (weinstein_quotient_equation weinstein_quotient a b)

theorem weinstein_quotient_table_1_correct :
    allBelow 4 (fun b => weinstein_quotient_correct 1 b) = true := by decide

theorem weinstein_quotient_table_1_agrees :
    allBelow 4 (fun b => eq (weinstein_quotient_by_recursion 4 1 b) (weinstein_quotient 1 b))
    = true := by decide

theorem weinstein_quotient_table_2_correct :
    allBelow 5 (fun b => weinstein_quotient_correct 2 b) = true := by decide

theorem weinstein_quotient_table_2_agrees :
    allBelow 5 (fun b => eq (weinstein_quotient_by_recursion 5 2 b) (weinstein_quotient 2 b))
    = true := by decide

theorem weinstein_quotient_table_3_correct :
    allBelow 5 (fun b => weinstein_quotient_correct 3 b) = true := by decide

theorem weinstein_quotient_table_3_agrees :
    allBelow 5 (fun b => eq (weinstein_quotient_by_recursion 5 3 b) (weinstein_quotient 3 b))
    = true := by decide

theorem weinstein_quotient_table_4_correct :
    allBelow 5 (fun b => weinstein_quotient_correct 4 b) = true := by decide

theorem weinstein_quotient_table_4_agrees :
    allBelow 5 (fun b => eq (weinstein_quotient_by_recursion 5 4 b) (weinstein_quotient 4 b))
    = true := by decide

-- mex: let weinstein.ratio(a, b) = if a <= b then weinstein.quotient(a, b) else
--   weinstein.quotient(b, a)
def weinstein_ratio (a b : Nat) : Nat :=
  cond (le a b) (weinstein_quotient a b) (weinstein_quotient b a)

-- mex: def weinstein.T(k, x, y) measure x + y = least m with (forall u: u < x => weinstein.T(k,
--   u, y) != m) and (forall v: v < y => weinstein.T(k, x, v) != m) and (forall t: 1 <= t => t < x
--   => t < y => weinstein.ratio(x - t, y - t) <= weinstein.ratio(x, y) + k and weinstein.ratio(x,
--   y) <= weinstein.ratio(x - t, y - t) + k => weinstein.T(k, x - t, y - t) != m)
def weinstein_T_holds (self : Nat → Nat → Nat → Nat) (k x y m : Nat) : Bool :=
  allBelow x (fun u => ne (self k u y) m) &&
    allBelow y (fun v => ne (self k x v) m) &&
    allBelow x (fun t =>
        imp (le 1 t)
          (imp (lt t y)
            (imp
              (le (weinstein_ratio (x - t) (y - t)) (weinstein_ratio x y + k) &&
              le (weinstein_ratio x y) (weinstein_ratio (x - t) (y - t) + k))
              (ne (self k (x - t) (y - t)) m))))

def weinstein_T_equation (self : Nat → Nat → Nat → Nat) (k x y : Nat) : Nat :=
  least searchLimit (fun m => weinstein_T_holds self k x y m)

-- The function by recursion, each call with one unit of fuel less.
def weinstein_T_by_recursion : Nat → Nat → Nat → Nat → Nat
  | 0, _, _, _ => 0
  | fuel+1, a1, a2, a3 =>
      weinstein_T_equation
        (fun b1 b2 b3 => weinstein_T_by_recursion fuel b1 b2 b3)
        a1 a2 a3

def weinstein_T_table_1 : List (List Nat) :=
  [[0, 1, 2, 3, 4],
   [1, 0, 3, 2, 5],
   [2, 3, 1, 0, 6],
   [3, 2, 0, 4, 1],
   [4, 5, 6, 1, 2]]

-- Below it is read from its tables.
def weinstein_T (k x y : Nat) : Nat :=
  cond (eq k 1) (at2 weinstein_T_table_1 x y) outside

-- Is the entry of the tables the value that the equation gives?
def weinstein_T_correct (k x y : Nat) : Bool :=
  weinstein_T_holds weinstein_T k x y (weinstein_T k x y) &&
    allBelow (weinstein_T k x y) (fun m => !(weinstein_T_holds weinstein_T k x y m))

theorem weinstein_T_table_1_correct :
    allBelow 5 (fun x => allBelow 5 (fun y => weinstein_T_correct 1 x y)) = true := by decide

theorem weinstein_T_table_1_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y => eq (weinstein_T_by_recursion 3 1 x y) (weinstein_T 1 x y)))
    = true := by decide

-- The statement (its text is in the first lines).
def weinstein_T_invariance (k : Nat) : Bool :=
  allBelow 5 (fun x =>
      allBelow 5 (fun y =>
        imp (le (weinstein_T k x y) k || le (weinstein_w1 x y) k)
          (eq (weinstein_T k x y) (weinstein_w1 x y))))

-- weinstein.T_invariance(k=1): x<=4,y<=4
theorem weinstein_T_invariance_on_range :
    weinstein_T_invariance 1 = true := by decide

end Mexcert

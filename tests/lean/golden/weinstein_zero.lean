/-
weinstein.zero_positions(k=1,l=2): x<=6,y<=6

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/weinstein.mex:19:11:

    statement weinstein.zero_positions(k, l): forall x, y: k <= l and x <= y => (weinstein.g(k, l,
        x, y) = 0 <=> (x, y) in weinstein.S0(l))

SHA-256 of the text of the statement and of all that it uses:
112fde8a7dd0ca2680149de2e9ebe0dba5de39a50aa39ff5473de1e8c32e2791

Shown by evaluation:
  * weinstein_zero_positions_on_range: weinstein.zero_positions(k=1,l=2): x<=6,y<=6
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

    mexcert generate 'weinstein.zero_positions(k=1,l=2): x<=6,y<=6' -o claim.cert
    mexcheck --claim 'weinstein.zero_positions(k=1,l=2): x<=6,y<=6' claim.cert

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

def at2 : List (List Nat) → Nat → Nat → Nat
  | [], _, _ => outside
  | r :: _, 0, y => at1 r y
  | _ :: rest, x+1, y => at2 rest x y

-- How far `least` looks: far enough for all that is below.
def searchLimit : Nat := 11

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

def weinstein_g_table_1_2 : List (List Nat) :=
  [[0, 1, 2, 3, 4, 5, 6],
   [1, 0, 3, 2, 5, 4, 7],
   [2, 3, 0, 1, 6, 7, 5],
   [3, 2, 1, 4, 0, 8, 9],
   [4, 5, 6, 0, 1, 2, 3],
   [5, 4, 7, 8, 2, 3, 10],
   [6, 7, 5, 9, 3, 10, 2]]

-- Below it is read from its tables.
def weinstein_g (k l x y : Nat) : Nat :=
  cond (eq k 1 && eq l 2) (at2 weinstein_g_table_1_2 x y) outside

-- Is the entry of the tables the value that the equation gives?
def weinstein_g_correct (k l x y : Nat) : Bool :=
  weinstein_g_holds weinstein_g k l x y (weinstein_g k l x y) &&
    allBelow (weinstein_g k l x y) (fun m => !(weinstein_g_holds weinstein_g k l x y m))

theorem weinstein_g_table_1_2_correct :
    allBelow 7 (fun x => allBelow 7 (fun y => weinstein_g_correct 1 2 x y)) = true := by decide

theorem weinstein_g_table_1_2_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y => eq (weinstein_g_by_recursion 3 1 2 x y) (weinstein_g 1 2 x y)))
    = true := by decide

-- mex: let weinstein.A(n) = floor(n * phi)
def weinstein_A (n : Nat) : Nat :=
  floorPhi n

-- mex: let weinstein.B(n) = floor(n * phi ^ 2)
def weinstein_B (n : Nat) : Nat :=
  floorPhiSq n

-- mex: set weinstein.S0(l) = {(x, y) | x = y and x < l or exists n: x = weinstein.A(n) + l and y
--   = weinstein.B(n) + l}
def weinstein_S0 (l x y : Nat) : Bool :=
  (eq x y && lt x l) ||
    existsBelow (monus x l + 1) (fun n => eq x (weinstein_A n + l) && eq y (weinstein_B n + l))

-- The statement (its text is in the first lines).
def weinstein_zero_positions (k l : Nat) : Bool :=
  allBelow 7 (fun x =>
      allBelow 7 (fun y =>
        imp (le k l && le x y) (iff (eq (weinstein_g k l x y) 0) (weinstein_S0 l x y))))

-- weinstein.zero_positions(k=1,l=2): x<=6,y<=6
theorem weinstein_zero_positions_on_range :
    weinstein_zero_positions 1 2 = true := by decide

end Mexcert

/-
not weinstein.invariance_power_of_two at k=0,l=3,x=5,y=6

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/weinstein.mex:32:11:

    statement weinstein.invariance_power_of_two: forall k, l, x, y, q: q in {1, 2, 4, 8} and k <=
        l and q <= l => weinstein.g(k, l, x, y) < q or weinstein.g(l, l, x, y) < q =>
        weinstein.g(k, l, x, y) = weinstein.g(l, l, x, y)

SHA-256 of the text of the statement and of all that it uses:
3702a96e322f2386461eb0a30385cc553ec9a1ac903792ea58a4a347cea49b06

Shown by evaluation:
  * weinstein_invariance_power_of_two_refuted: not weinstein.invariance_power_of_two at
    k=0,l=3,x=5,y=6
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

    mexcert generate 'not weinstein.invariance_power_of_two at k=0,l=3,x=5,y=6' -o claim.cert
    mexcheck --claim 'not weinstein.invariance_power_of_two at k=0,l=3,x=5,y=6' claim.cert

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

def weinstein_g_table_0_3 : List (List Nat) :=
  [[0, 1, 2, 3, 4, 5, 6],
   [1, 0, 3, 2, 5, 6, 4],
   [2, 3, 0, 1, 6, 4, 5],
   [3, 2, 1, 0, 7, 8, 9],
   [4, 5, 6, 7, 1, 0, 3],
   [5, 6, 4, 8, 0, 2, 10]]

def weinstein_g_table_3_3 : List (List Nat) :=
  [[0, 1, 2, 3, 4, 5, 6],
   [1, 0, 3, 2, 5, 4, 7],
   [2, 3, 0, 1, 6, 7, 4],
   [3, 2, 1, 0, 7, 6, 5],
   [4, 5, 6, 7, 1, 0, 2],
   [5, 4, 7, 6, 0, 2, 1]]

-- Below it is read from its tables.
def weinstein_g (k l x y : Nat) : Nat :=
  cond (eq k 0 && eq l 3) (at2 weinstein_g_table_0_3 x y)
      (cond (eq k 3 && eq l 3) (at2 weinstein_g_table_3_3 x y) outside)

-- Is the entry of the tables the value that the equation gives?
def weinstein_g_correct (k l x y : Nat) : Bool :=
  weinstein_g_holds weinstein_g k l x y (weinstein_g k l x y) &&
    allBelow (weinstein_g k l x y) (fun m => !(weinstein_g_holds weinstein_g k l x y m))

theorem weinstein_g_table_0_3_correct :
    allBelow 6 (fun x => allBelow 7 (fun y => weinstein_g_correct 0 3 x y)) = true := by decide

theorem weinstein_g_table_0_3_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y => eq (weinstein_g_by_recursion 3 0 3 x y) (weinstein_g 0 3 x y)))
    = true := by decide

theorem weinstein_g_table_3_3_correct :
    allBelow 6 (fun x => allBelow 7 (fun y => weinstein_g_correct 3 3 x y)) = true := by decide

theorem weinstein_g_table_3_3_agrees :
    allBelow 2 (fun x =>
        allBelow 2 (fun y => eq (weinstein_g_by_recursion 3 3 3 x y) (weinstein_g 3 3 x y)))
    = true := by decide

-- The statement (its text is in the first lines).
def weinstein_invariance_power_of_two (k l x y : Nat) : Bool :=
  allBelow 9 (fun q =>
      imp ((eq q 1 || eq q 2 || eq q 4 || eq q 8) && le k l && le q l)
        (imp (lt (weinstein_g k l x y) q || lt (weinstein_g l l x y) q)
          (eq (weinstein_g k l x y) (weinstein_g l l x y))))

-- not weinstein.invariance_power_of_two at k=0,l=3,x=5,y=6
theorem weinstein_invariance_power_of_two_refuted :
    weinstein_invariance_power_of_two 0 3 5 6 = false := by decide

end Mexcert

/-
wythoffPass_moves_meet_setB_setC: x<=9,y<=9

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/wythoff.mex:82:11:

    statement wythoffPass_moves_meet_setB_setC: forall x, y: (9 <= x or 9 <= y) => (y <= 8 =>
        (exists u < x: (u, y) in wythoffPassSetB) and (exists u < x: (u, y) in wythoffPassSetC)
        and (forall v < y: (x, v) not in wythoffPassSetC) and (forall v < y: (x, v) not in
        wythoffPassSetB)) and (x <= 8 => (exists v < y: (x, v) in wythoffPassSetB) and (exists v <
        y: (x, v) in wythoffPassSetC) and (forall u < x: (u, y) not in wythoffPassSetC) and
        (forall u < x: (u, y) not in wythoffPassSetB)) and (x <= y + 4 => y <= x + 4 => (exists t:
        1 <= t and t <= x and t <= y and (x - t, y - t) in wythoffPassSetB) and (exists t: 1 <= t
        and t <= x and t <= y and (x - t, y - t) in wythoffPassSetC)) and (y + 5 <= x or x + 5 <=
        y => (forall t: 1 <= t => t <= x => t <= y => (x - t, y - t) not in wythoffPassSetB) and
        (forall t: 1 <= t => t <= x => t <= y => (x - t, y - t) not in wythoffPassSetC))

SHA-256 of the text of the statement and of all that it uses:
8929401f6af398b7f751b2ae7c6878c67a03586f78b964b7be5c62336d3010c0

Shown by evaluation:
  * wythoffPass_moves_meet_setB_setC_on_range: wythoffPass_moves_meet_setB_setC: x<=9,y<=9
Quantifiers are loops below bounds that the quantified formula itself implies for all natural
numbers, so that nothing is lost.

Not shown:
  * anything about other values of the variables
  * that the definitions are those of your own text: compare them

The same claim, verified by a program of its own:

    mexcert generate 'wythoffPass_moves_meet_setB_setC: x<=9,y<=9' -o claim.cert
    mexcheck --claim 'wythoffPass_moves_meet_setB_setC: x<=9,y<=9' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

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

def eqList : List Nat → List Nat → Bool
  | [], [] => true
  | [], _ :: _ => false
  | _ :: _, [] => false
  | a :: v, b :: w => eq a b && eqList v w

def member : List (List Nat) → List Nat → Bool
  | [], _ => false
  | a :: rest, b => eqList a b || member rest b

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
def wythoffPass_moves_meet_setB_setC : Bool :=
  allBelow 10 (fun x =>
      allBelow 10 (fun y =>
        imp (le 9 x || le 9 y)
          (imp (le y 8)
              (existsBelow x (fun u => wythoffPassSetB u y) &&
              existsBelow x (fun u => wythoffPassSetC u y) &&
              allBelow y (fun v => !(wythoffPassSetC x v)) &&
              allBelow y (fun v => !(wythoffPassSetB x v))) &&
          imp (le x 8)
              (existsBelow y (fun v => wythoffPassSetB x v) &&
              existsBelow y (fun v => wythoffPassSetC x v) &&
              allBelow x (fun u => !(wythoffPassSetC u y)) &&
              allBelow x (fun u => !(wythoffPassSetB u y))) &&
          imp (le x (y + 4))
              (imp (le y (x + 4))
                (existsBelow (x + 1) (fun t =>
                    le 1 t && le t y && wythoffPassSetB (x - t) (y - t)) &&
                existsBelow (x + 1) (fun t =>
                    le 1 t && le t y && wythoffPassSetC (x - t) (y - t)))) &&
          imp (le (y + 5) x || le (x + 5) y)
              (allBelow (x + 1) (fun t =>
                  imp (le 1 t) (imp (le t y) (!(wythoffPassSetB (x - t) (y - t))))) &&
              allBelow (x + 1) (fun t =>
                  imp (le 1 t) (imp (le t y) (!(wythoffPassSetC (x - t) (y - t)))))))))

-- wythoffPass_moves_meet_setB_setC: x<=9,y<=9
theorem wythoffPass_moves_meet_setB_setC_on_range :
    wythoffPass_moves_meet_setB_setC = true := by decide

end Mexcert

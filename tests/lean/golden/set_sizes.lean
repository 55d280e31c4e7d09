/-
wythoffPassSetB_card_wythoffPassSetC_card: all

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/wythoff.mex:57:11:

    statement wythoffPassSetB_card_wythoffPassSetC_card: card(wythoffPassSetB) = 9 and
        card(wythoffPassSetC) = 9

SHA-256 of the text of the statement and of all that it uses:
d61358305a9523da9aadd62aa56c8fc76b32c6745e50a2a7a5491deced3c3827

Shown by evaluation:
  * wythoffPassSetB_card_wythoffPassSetC_card_on_range: wythoffPassSetB_card_wythoffPassSetC_card:
    all
Quantifiers are loops below bounds that the quantified formula itself implies for all natural
numbers, so that nothing is lost.

Not shown:
  * anything about other values of the variables
  * that the definitions are those of your own text: compare them

The same claim, verified by a program of its own:

    mexcert generate 'wythoffPassSetB_card_wythoffPassSetC_card: all' -o claim.cert
    mexcheck --claim 'wythoffPassSetB_card_wythoffPassSetC_card: all' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

def eqList : List Nat → List Nat → Bool
  | [], [] => true
  | [], _ :: _ => false
  | _ :: _, [] => false
  | a :: v, b :: w => eq a b && eqList v w

def member : List (List Nat) → List Nat → Bool
  | [], _ => false
  | a :: rest, b => eqList a b || member rest b

-- The number of different elements.
def card : List (List Nat) → Nat
  | [] => 0
  | a :: rest => card rest + cond (member rest a) 0 1

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
def wythoffPassSetB_card_wythoffPassSetC_card : Bool :=
  eq (card wythoffPassSetB_list) 9 && eq (card wythoffPassSetC_list) 9

-- wythoffPassSetB_card_wythoffPassSetC_card: all
theorem wythoffPassSetB_card_wythoffPassSetC_card_on_range :
    wythoffPassSetB_card_wythoffPassSetC_card = true := by decide

end Mexcert

/-
larssonSetTwo_examples: all

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/blocking.mex:18:11:

    statement larssonSetTwo_examples: (0, 0) in larssonSetTwo and (0, 1) in larssonSetTwo and (2,
        2) in larssonSetTwo

SHA-256 of the text of the statement and of all that it uses:
10d21e6327cb6086332e23fc724029ec94440e9b0f6a8771ac7c071313d8208f

Shown by evaluation:
  * larssonSetTwo_examples_on_range: larssonSetTwo_examples: all
Quantifiers are loops below bounds that the quantified formula itself implies for all natural
numbers, so that nothing is lost.

Not shown:
  * anything about other values of the variables
  * that the definitions are those of your own text: compare them

The same claim, verified by a program of its own:

    mexcert generate 'larssonSetTwo_examples: all' -o claim.cert
    mexcheck --claim 'larssonSetTwo_examples: all' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

def le (a b : Nat) : Bool := Nat.ble a b

-- The difference, 0 if it is negative. A `-` elsewhere never has a negative result.
def monus (a b : Nat) : Nat := a - b

def larger (a b : Nat) : Nat := cond (le a b) b a

-- Does p hold at one of 0, .., n - 1?
def existsBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => false
  | n+1, p => existsBelow n p || p n

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

-- mex: set larssonSetTwo = {(x, y) | x = 0 and y = 0 or (exists n: x = n and y = 2 * n + 1 or x =
--   2 * n + 1 and y = n) or exists n: x = 2 * floor(n * phi) + 2 and y = 2 * floor(n * phi ^ 2) +
--   2 or x = 2 * floor(n * phi ^ 2) + 2 and y = 2 * floor(n * phi) + 2}
def larssonSetTwo (x y : Nat) : Bool :=
  (eq x 0 && eq y 0) ||
    existsBelow (larger (x + 1) (monus x 1 + 1)) (fun n =>
        (eq x n && eq y (2 * n + 1)) || (eq x (2 * n + 1) && eq y n)) ||
    existsBelow (monus x 2 + 1) (fun n =>
        (eq x (2 * floorPhi n + 2) && eq y (2 * floorPhiSq n + 2)) ||
        (eq x (2 * floorPhiSq n + 2) && eq y (2 * floorPhi n + 2)))

-- The statement (its text is in the first lines).
def larssonSetTwo_examples : Bool :=
  larssonSetTwo 0 0 && larssonSetTwo 0 1 && larssonSetTwo 2 2

-- larssonSetTwo_examples: all
theorem larssonSetTwo_examples_on_range :
    larssonSetTwo_examples = true := by decide

end Mexcert

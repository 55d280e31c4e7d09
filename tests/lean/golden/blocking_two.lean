/-
blockingWythoff_two_pPositions: x+y<=6

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/blocking.mex:22:11:

    statement blockingWythoff_two_pPositions: (forall (x, y): (x, y) in larssonSetTwo => count
        {(u, v): wythoffTerminalMove(0, (x, y), (u, v)) and (u, v) in larssonSetTwo} <= 1) and
        forall (x, y): (x, y) not in larssonSetTwo => 2 <= count {(u, v): wythoffTerminalMove(0,
        (x, y), (u, v)) and (u, v) in larssonSetTwo}

SHA-256 of the text of the statement and of all that it uses:
12b445b85b1a5c3190bef2c7f5c2cfd5ca3ff2107d0f9f114473d4d65b11893b

Shown by evaluation:
  * blockingWythoff_two_pPositions_on_range: blockingWythoff_two_pPositions: x+y<=6
Quantifiers are loops below bounds that the quantified formula itself implies for all natural
numbers, so that nothing is lost.

Not shown:
  * anything about other values of the variables
  * that the definitions are those of your own text: compare them

The same claim, verified by a program of its own:

    mexcert generate 'blockingWythoff_two_pPositions: x+y<=6' -o claim.cert
    mexcheck --claim 'blockingWythoff_two_pPositions: x+y<=6' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

def le (a b : Nat) : Bool := Nat.ble a b

def lt (a b : Nat) : Bool := Nat.ble (a + 1) b

def imp (a b : Bool) : Bool := !(a) || b

-- The difference, 0 if it is negative. A `-` elsewhere never has a negative result.
def monus (a b : Nat) : Nat := a - b

def larger (a b : Nat) : Nat := cond (le a b) b a

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

-- f 0 + .. + f (n - 1)
def sumBelow : Nat → (Nat → Nat) → Nat
  | 0, _ => 0
  | n+1, f => sumBelow n f + f n

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

-- mex: pred wythoffTerminalMove(l, (p1, p2), (q1, q2)) = l < p1 + p2 and (q2 = p2 and q1 < p1 or
--   q1 = p1 and q2 < p2 or exists k: 0 < k and q1 + k = p1 and q2 + k = p2)
def wythoffTerminalMove (l p1 p2 q1 q2 : Nat) : Bool :=
  lt l (p1 + p2) &&
    ((eq q2 p2 && lt q1 p1) ||
      (eq q1 p1 && lt q2 p2) ||
      existsBelow (monus p1 q1 + 1) (fun k => lt 0 k && eq (q1 + k) p1 && eq (q2 + k) p2))

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
def blockingWythoff_two_pPositions : Bool :=
  allBelow 7 (fun x =>
        allBelow (monus 6 x + 1) (fun y =>
          imp (larssonSetTwo x y)
            (le
              (sumBelow (x + 1) (fun u =>
                countBelow (y + 1) (fun v => wythoffTerminalMove 0 x y u v && larssonSetTwo u v)))
              1))) &&
    allBelow 7 (fun x =>
        allBelow (monus 6 x + 1) (fun y =>
          imp (!(larssonSetTwo x y))
            (le 2
              (sumBelow (x + 1) (fun u =>
                countBelow (y + 1) (fun v => wythoffTerminalMove 0 x y u v && larssonSetTwo u v))))))

-- blockingWythoff_two_pPositions: x+y<=6
theorem blockingWythoff_two_pPositions_on_range :
    blockingWythoff_two_pPositions = true := by decide

end Mexcert

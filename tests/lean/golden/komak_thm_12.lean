/-
not renard_rigo.thm_12 at x=0,y=0

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/renard_rigo.mex:14:11:

    statement renard_rigo.thm_12: (forall (x, y), (u, v): (x, y) in renard_rigo.thm_12_set =>
        wythoffTerminalMove(1, (x, y), (u, v)) => (u, v) not in renard_rigo.thm_12_set) and forall
        (x, y): (x, y) not in renard_rigo.thm_12_set => exists (u, v): wythoffTerminalMove(1, (x,
        y), (u, v)) and (u, v) in renard_rigo.thm_12_set

SHA-256 of the text of the statement and of all that it uses:
e979bd0f602abe5315a7132314b80796d4555475233c00d062f1bda4afa970ad

Shown by evaluation:
  * renard_rigo_thm_12_refuted: not renard_rigo.thm_12 at x=0,y=0
Quantifiers are loops below bounds that the quantified formula itself implies for all natural
numbers, so that nothing is lost.

Not shown:
  * anything about other values of the variables
  * that the definitions are those of your own text: compare them

The same claim, verified by a program of its own:

    mexcert generate 'not renard_rigo.thm_12 at x=0,y=0' -o claim.cert
    mexcheck --claim 'not renard_rigo.thm_12 at x=0,y=0' claim.cert

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

-- Does p hold at 0, .., n - 1?
def allBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => true
  | n+1, p => allBelow n p && p n

-- Does p hold at one of 0, .., n - 1?
def existsBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => false
  | n+1, p => existsBelow n p || p n

-- f 0 + .. + f (n - 1)
def sumBelow : Nat → (Nat → Nat) → Nat
  | 0, _ => 0
  | n+1, f => sumBelow n f + f n

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

def joined : List Nat → List Nat → List Nat
  | [], w => w
  | a :: v, w => a :: joined v w

-- Does the second word end with the first?
def isSuffix : List Nat → List Nat → Bool
  | v, [] => eqList v []
  | v, b :: w => eqList v (b :: w) || isSuffix v w

def length1 : List Nat → Nat
  | [] => 0
  | _ :: rest => length1 rest + 1

def row : List (List Nat) → Nat → List Nat
  | [], _ => []
  | a :: _, 0 => a
  | _ :: rest, n+1 => row rest n

-- A numeration is given by a row for each state: the states that the digits 0, 1, .. lead to,
-- each one larger by 1, and 0 where the digit is not allowed. The number of words of a length
-- that can be read from a state (written in that way, too).
def wordCount : List (List Nat) → Nat → Nat → Nat
  | _, 0, state => cond (eq state 0) 0 1
  | rows, n+1, state => cond (eq state 0) 0
      (sumBelow (length1 (row rows (monus state 1)))
        (fun d => wordCount rows n (at2 rows (monus state 1) d)))

-- The number of words of length n + 1 from a state whose first digit is less than d.
def wordsBefore (rows : List (List Nat)) (n state d : Nat) : Nat :=
  sumBelow d (fun e => wordCount rows n (at2 rows (monus state 1) e))

-- The first digit of the k-th of the words of length n + 1 from a state, k from 0.
def digit (rows : List (List Nat)) (n state k : Nat) : Nat :=
  least (length1 (row rows (monus state 1)))
    (fun d => lt k (wordsBefore rows n state (d + 1)))

-- The k-th of the words of a length that can be read from a state, k from 0.
def wordFrom : List (List Nat) → Nat → Nat → Nat → List Nat
  | _, 0, _, _ => []
  | rows, n+1, state, k =>
      digit rows n state k ::
        wordFrom rows n (at2 rows (monus state 1) (digit rows n state k))
          (k - wordsBefore rows n state (digit rows n state k))

-- The representation of n: of all words without leading zero, in radix order, the n-th from
-- 0. Words of length k, with leading zeros, stand for the first ones.
def rep (rows : List (List Nat)) (n : Nat) : List Nat :=
  wordFrom rows (least (n + 1) (fun k => lt n (wordCount rows k 1))) 1 n

-- mex: numeration fibonacci = [[0, 1], [0, _]]
-- Targets larger by 1, 0: not allowed.
def fibonacci : List (List Nat) :=
  [[1, 2], [1, 0]]

-- mex: let fibRep(n) = rep(fibonacci, n)
def fibRep (n : Nat) : List Nat :=
  rep fibonacci n

-- mex: pred wythoffTerminalMove(l, (p1, p2), (q1, q2)) = l < p1 + p2 and (q2 = p2 and q1 < p1 or
--   q1 = p1 and q2 < p2 or exists k: 0 < k and q1 + k = p1 and q2 + k = p2)
def wythoffTerminalMove (l p1 p2 q1 q2 : Nat) : Bool :=
  lt l (p1 + p2) &&
    ((eq q2 p2 && lt q1 p1) ||
      (eq q1 p1 && lt q2 p2) ||
      existsBelow (monus p1 q1 + 1) (fun k => lt 0 k && eq (q1 + k) p1 && eq (q2 + k) p2))

-- mex: set renard_rigo.thm_12_set = {(x, y) | x <= y and suffix([0], fibRep(x)) and fibRep(y) =
--   fibRep(x) ++ [1] or y <= x and suffix([0], fibRep(y)) and fibRep(x) = fibRep(y) ++ [1]}
def renard_rigo_thm_12_set (x y : Nat) : Bool :=
  (le x y && isSuffix [0] (fibRep x) && eqList (fibRep y) (joined (fibRep x) [1])) ||
    (le y x && isSuffix [0] (fibRep y) && eqList (fibRep x) (joined (fibRep y) [1]))

-- The statement (its text is in the first lines).
def renard_rigo_thm_12 (x y : Nat) : Bool :=
  allBelow (x + 1) (fun u =>
        allBelow (y + 1) (fun v =>
          imp (renard_rigo_thm_12_set x y)
            (imp (wythoffTerminalMove 1 x y u v) (!(renard_rigo_thm_12_set u v))))) &&
    imp (!(renard_rigo_thm_12_set x y))
        (existsBelow (x + 1) (fun u =>
          existsBelow (y + 1) (fun v => wythoffTerminalMove 1 x y u v && renard_rigo_thm_12_set u v)))

-- not renard_rigo.thm_12 at x=0,y=0
theorem renard_rigo_thm_12_refuted :
    renard_rigo_thm_12 0 0 = false := by decide

end Mexcert

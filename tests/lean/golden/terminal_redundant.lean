/-
wythoffTerminal_no_redundant_move(l=1): v<=1,w<=1

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/terminal.mex:124:11:

    statement wythoffTerminal_no_redundant_move(l in 1..4): forall (v, w): (exists i: 0 < i and (v
        = i and w = 0 or v = 0 and w = i or v = i and w = i)) => exists (x, y): (x, y) not in
        wythoffTerminalPSet(l) and forall (s, t): (s, t) in wythoffTerminalPSet(l) =>
        wythoffTerminalMove(l, (x, y), (s, t)) => s + v = x and t + w = y

SHA-256 of the text of the statement and of all that it uses:
9c565abf4c91f8e7004a000488b5dff0a38a89966397ce92deeb966dac4dd1ee

Shown by evaluation:
  * wythoffTerminal_no_redundant_move_on_range: wythoffTerminal_no_redundant_move(l=1): v<=1,w<=1
  * *_correct: each entry of the tables of recursive definitions is what the defining equation
    gives (of `least m with A`: A holds for it and for no smaller number), where the equation
    reads the tables
  * *_agrees: on a small box they are what the function by recursion gives
Quantifiers are loops below bounds that the quantified formula itself implies for all natural
numbers, so that nothing is lost, but for these, which are read below witnessLimit = 6 alone: x at
spec/terminal.mex:126:57, y at spec/terminal.mex:126:57. Where one of them is an `exists`, that it
holds there is enough.

Not shown:
  * anything about other values of the variables
  * that the tables are the function on the whole of their boxes: that follows from *_correct by
    induction, as each call has a smaller measure, but the induction is not in this file
  * that the definitions are those of your own text: compare them

The same claim, verified by a program of its own:

    mexcert generate 'wythoffTerminal_no_redundant_move(l=1): v<=1,w<=1' -o claim.cert
    mexcheck --claim 'wythoffTerminal_no_redundant_move(l=1): v<=1,w<=1' claim.cert

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

-- How far `least` looks: far enough for all that is below.
def searchLimit : Nat := 11

-- The bound of quantifiers that have none of their own.
def witnessLimit : Nat := 6

-- mex: pred wythoffTerminalMove(l, (p1, p2), (q1, q2)) = l < p1 + p2 and (q2 = p2 and q1 < p1 or
--   q1 = p1 and q2 < p2 or exists k: 0 < k and q1 + k = p1 and q2 + k = p2)
def wythoffTerminalMove (l p1 p2 q1 q2 : Nat) : Bool :=
  lt l (p1 + p2) &&
    ((eq q2 p2 && lt q1 p1) ||
      (eq q1 p1 && lt q2 p2) ||
      existsBelow (monus p1 q1 + 1) (fun k => lt 0 k && eq (q1 + k) p1 && eq (q2 + k) p2))

-- mex: def wythoffMexA(l, n) measure n = least m with l < m and forall i < n: m != wythoffMexA(l,
--   i) and m != wythoffMexA(l, i) + i + l + 1
def wythoffMexA_holds (self : Nat → Nat → Nat) (l n m : Nat) : Bool :=
  lt l m && allBelow n (fun i => ne m (self l i) && ne m (self l i + i + l + 1))

def wythoffMexA_equation (self : Nat → Nat → Nat) (l n : Nat) : Nat :=
  least searchLimit (fun m => wythoffMexA_holds self l n m)

-- The function by recursion, each call with one unit of fuel less.
def wythoffMexA_by_recursion : Nat → Nat → Nat → Nat
  | 0, _, _ => 0
  | fuel+1, a1, a2 =>
      wythoffMexA_equation
        (fun b1 b2 => wythoffMexA_by_recursion fuel b1 b2)
        a1 a2

def wythoffMexA_table_1 : List Nat :=
  [2, 3, 5, 7, 8, 10]

-- Below it is read from its tables.
def wythoffMexA (l n : Nat) : Nat :=
  cond (eq l 1) (at1 wythoffMexA_table_1 n) outside

-- Is the entry of the tables the value that the equation gives?
def wythoffMexA_correct (l n : Nat) : Bool :=
  wythoffMexA_holds wythoffMexA l n (wythoffMexA l n) &&
    allBelow (wythoffMexA l n) (fun m => !(wythoffMexA_holds wythoffMexA l n m))

theorem wythoffMexA_table_1_correct :
    allBelow 6 (fun n => wythoffMexA_correct 1 n) = true := by decide

theorem wythoffMexA_table_1_agrees :
    allBelow 4 (fun n => eq (wythoffMexA_by_recursion 4 1 n) (wythoffMexA 1 n))
    = true := by decide

-- mex: let wythoffMexB(l, n) = wythoffMexA(l, n) + n + l + 1
def wythoffMexB (l n : Nat) : Nat :=
  wythoffMexA l n + n + l + 1

-- mex: set wythoffTerminalPSet(l) = {(x, y) | x + y <= l or exists n: x = wythoffMexA(l, n) and y
--   = wythoffMexB(l, n) or x = wythoffMexB(l, n) and y = wythoffMexA(l, n)}
def wythoffTerminalPSet (l x y : Nat) : Bool :=
  le (x + y) l ||
    existsBelow (x + 1) (fun n =>
        (eq x (wythoffMexA l n) && eq y (wythoffMexB l n)) ||
        (eq x (wythoffMexB l n) && eq y (wythoffMexA l n)))

-- The statement (its text is in the first lines).
def wythoffTerminal_no_redundant_move (l : Nat) : Bool :=
  allBelow 2 (fun v =>
      allBelow 2 (fun w =>
        imp
          (existsBelow (larger (v + 1) (w + 1)) (fun i =>
            lt 0 i && ((eq v i && eq w 0) || (eq v 0 && eq w i) || (eq v i && eq w i))))
          (existsBelow witnessLimit (fun x =>
            existsBelow witnessLimit (fun y =>
              !(wythoffTerminalPSet l x y) &&
              allBelow (x + 1) (fun s =>
                  allBelow (y + 1) (fun t =>
                    imp (wythoffTerminalPSet l s t)
                      (imp (wythoffTerminalMove l x y s t) (eq (s + v) x && eq (t + w) y)))))))))

-- wythoffTerminal_no_redundant_move(l=1): v<=1,w<=1
theorem wythoffTerminal_no_redundant_move_on_range :
    wythoffTerminal_no_redundant_move 1 = true := by decide

end Mexcert

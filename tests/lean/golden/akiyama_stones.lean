/-
akiyama.theorem1: a+b+c<=6

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/akiyama_three_piles.mex:82:11:

    statement akiyama.theorem1: forall a, b, c: a <= b and b <= c => ((exists n <= a: a =
        akiyama.v(1, n) and b = akiyama.v(2, n) and c = akiyama.v(3, n)) <=> not exists n <= a + b
        + c: akiyama.l1Move((a, b, c), (akiyama.v(1, n), akiyama.v(2, n), akiyama.v(3, n))))

SHA-256 of the text of the statement and of all that it uses:
1bc2896e496b12a9c72c71de2af3eec239c725121786a76623341a3cb23d8100

Shown by evaluation:
  * akiyama_theorem1_on_range: akiyama.theorem1: a+b+c<=6
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

    mexcert generate 'akiyama.theorem1: a+b+c<=6' -o claim.cert
    mexcheck --claim 'akiyama.theorem1: a+b+c<=6' claim.cert

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

-- What a table gives outside of its box. No theorem below reads it.
def outside : Nat := 999999999

def at1 : List Nat → Nat → Nat
  | [], _ => outside
  | a :: _, 0 => a
  | _ :: rest, n+1 => at1 rest n

-- How far `least` looks: far enough for all that is below.
def searchLimit : Nat := 31

-- mex: def akiyama.v(i in 1..3, n) measure 3 * n + i = if n = 0 then 0 else least m with (i > 1
--   => m > akiyama.v(i - 1, n)) and (forall k < n: m != akiyama.v(1, k) and m != akiyama.v(2, k)
--   and m != akiyama.v(3, k)) and (i > 1 => forall k < n: m != akiyama.v(i - 1, n) + akiyama.v(2,
--   k) - akiyama.v(1, k) and m != akiyama.v(i - 1, n) + akiyama.v(3, k) - akiyama.v(2, k) and m
--   != akiyama.v(i - 1, n) + akiyama.v(3, k) - akiyama.v(1, k))
def akiyama_v_equation (self : Nat → Nat → Nat) (i n : Nat) : Nat :=
  cond (eq n 0) 0
      (least searchLimit (fun m =>
        imp (lt 1 i) (lt (self (i - 1) n) m) &&
        allBelow n (fun k => ne m (self 1 k) && ne m (self 2 k) && ne m (self 3 k)) &&
        imp (lt 1 i)
            (allBelow n (fun k =>
              ne (m + self 1 k) (self (i - 1) n + self 2 k) &&
              ne (m + self 2 k) (self (i - 1) n + self 3 k) &&
              ne (m + self 1 k) (self (i - 1) n + self 3 k)))))

-- The function by recursion, each call with one unit of fuel less.
def akiyama_v_by_recursion : Nat → Nat → Nat → Nat
  | 0, _, _ => 0
  | fuel+1, a1, a2 =>
      akiyama_v_equation
        (fun b1 b2 => akiyama_v_by_recursion fuel b1 b2)
        a1 a2

def akiyama_v_table_1 : List Nat :=
  [0, 1, 4, 5, 6, 8, 12]

def akiyama_v_table_2 : List Nat :=
  [0, 2, 7, 9, 11, 15, 21]

def akiyama_v_table_3 : List Nat :=
  [0, 3, 10, 13, 16, 22, 30]

-- Below it is read from its tables.
def akiyama_v (i n : Nat) : Nat :=
  cond (eq i 1) (at1 akiyama_v_table_1 n)
      (cond (eq i 2) (at1 akiyama_v_table_2 n) (cond (eq i 3) (at1 akiyama_v_table_3 n) outside))

-- Is the entry of the tables the value that the equation gives?
def akiyama_v_correct (i n : Nat) : Bool :=
  eq (akiyama_v i n) (akiyama_v_equation akiyama_v i n)

theorem akiyama_v_table_1_correct :
    allBelow 7 (fun n => akiyama_v_correct 1 n) = true := by decide

theorem akiyama_v_table_1_agrees :
    allBelow 2 (fun n => eq (akiyama_v_by_recursion 5 1 n) (akiyama_v 1 n)) = true := by decide

theorem akiyama_v_table_2_correct :
    allBelow 7 (fun n => akiyama_v_correct 2 n) = true := by decide

theorem akiyama_v_table_2_agrees :
    allBelow 2 (fun n => eq (akiyama_v_by_recursion 6 2 n) (akiyama_v 2 n)) = true := by decide

theorem akiyama_v_table_3_correct :
    allBelow 7 (fun n => akiyama_v_correct 3 n) = true := by decide

theorem akiyama_v_table_3_agrees :
    allBelow 2 (fun n => eq (akiyama_v_by_recursion 7 3 n) (akiyama_v 3 n)) = true := by decide

-- mex: pred akiyama.allowed((a, b, c), (p, q, r)) = a = p or b = q or c = r or a - p = b - q or b
--   - q = c - r or a - p = c - r
def akiyama_allowed (a b c p q r : Nat) : Bool :=
  eq a p || eq b q || eq c r || eq (a + q) (b + p) || eq (b + r) (c + q) || eq (a + r) (c + p)

-- mex: pred akiyama.someOrder((a, b, c), (p, q, r)) = akiyama.allowed((a, b, c), (p, q, r)) or
--   akiyama.allowed((a, b, c), (p, r, q)) or akiyama.allowed((a, b, c), (q, p, r)) or
--   akiyama.allowed((a, b, c), (q, r, p)) or akiyama.allowed((a, b, c), (r, p, q)) or
--   akiyama.allowed((a, b, c), (r, q, p))
def akiyama_someOrder (a b c p q r : Nat) : Bool :=
  akiyama_allowed a b c p q r ||
    akiyama_allowed a b c p r q ||
    akiyama_allowed a b c q p r ||
    akiyama_allowed a b c q r p ||
    akiyama_allowed a b c r p q ||
    akiyama_allowed a b c r q p

-- mex: pred akiyama.l1Move((a, b, c), (p, q, r)) = p + q + r < a + b + c and
--   akiyama.someOrder((a, b, c), (p, q, r))
def akiyama_l1Move (a b c p q r : Nat) : Bool :=
  lt (p + q + r) (a + b + c) && akiyama_someOrder a b c p q r

-- The statement (its text is in the first lines).
def akiyama_theorem1 : Bool :=
  allBelow 7 (fun a =>
      allBelow (monus 6 a + 1) (fun b =>
        allBelow (monus 6 (a + b) + 1) (fun c =>
          imp (le a b && le b c)
            (iff
              (existsBelow (a + 1) (fun n =>
                eq a (akiyama_v 1 n) && eq b (akiyama_v 2 n) && eq c (akiyama_v 3 n)))
              (!(existsBelow (a + b + c + 1) (fun n =>
                  akiyama_l1Move a b c (akiyama_v 1 n) (akiyama_v 2 n) (akiyama_v 3 n))))))))

-- akiyama.theorem1: a+b+c<=6
theorem akiyama_theorem1_on_range :
    akiyama_theorem1 = true := by decide

end Mexcert

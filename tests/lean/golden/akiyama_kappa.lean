/-
akiyama.kappa_update: n<=6

An instance of a statement, by mexcert. Plain Lean 4, no imports. The statement, as it stands at
spec/akiyama_three_piles.mex:160:11:

    statement akiyama.kappa_update: forall n: akiyama.v(1, n + 1) = akiyama.mexF(n) and
        akiyama.v(2, n + 1) = akiyama.mexF(n) + akiyama.mexD(n) + akiyama.kappa(n) and
        akiyama.v(3, n + 1) = akiyama.mexF(n) + 2 * akiyama.mexD(n) + akiyama.kappa(n) and
        akiyama.v(3, n + 1) - akiyama.v(2, n + 1) = akiyama.mexD(n) and akiyama.v(2, n + 1) -
        akiyama.v(1, n + 1) = akiyama.mexD(n) + akiyama.kappa(n) and akiyama.v(3, n + 1) -
        akiyama.v(1, n + 1) = 2 * akiyama.mexD(n) + akiyama.kappa(n)

SHA-256 of the text of the statement and of all that it uses:
e68f49ff1eee94002d377103f3a815fd673101f981bb53811b0d096a486e82b6

Shown by evaluation:
  * akiyama_kappa_update_on_range: akiyama.kappa_update: n<=6
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

    mexcert generate 'akiyama.kappa_update: n<=6' -o claim.cert
    mexcheck --claim 'akiyama.kappa_update: n<=6' claim.cert

If `decide` takes too long here, `decide +kernel` does the same with less.
-/

set_option maxRecDepth 100000
set_option maxHeartbeats 0

namespace Mexcert

def eq (a b : Nat) : Bool := Nat.beq a b

def ne (a b : Nat) : Bool := !(Nat.beq a b)

def lt (a b : Nat) : Bool := Nat.ble (a + 1) b

def imp (a b : Bool) : Bool := !(a) || b

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
def searchLimit : Nat := 37

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
  [0, 1, 4, 5, 6, 8, 12, 14]

def akiyama_v_table_2 : List Nat :=
  [0, 2, 7, 9, 11, 15, 21, 25]

def akiyama_v_table_3 : List Nat :=
  [0, 3, 10, 13, 16, 22, 30, 36]

-- Below it is read from its tables.
def akiyama_v (i n : Nat) : Nat :=
  cond (eq i 1) (at1 akiyama_v_table_1 n)
      (cond (eq i 2) (at1 akiyama_v_table_2 n) (cond (eq i 3) (at1 akiyama_v_table_3 n) outside))

-- Is the entry of the tables the value that the equation gives?
def akiyama_v_correct (i n : Nat) : Bool :=
  eq (akiyama_v i n) (akiyama_v_equation akiyama_v i n)

theorem akiyama_v_table_1_correct :
    allBelow 8 (fun n => akiyama_v_correct 1 n) = true := by decide

theorem akiyama_v_table_1_agrees :
    allBelow 2 (fun n => eq (akiyama_v_by_recursion 5 1 n) (akiyama_v 1 n)) = true := by decide

theorem akiyama_v_table_2_correct :
    allBelow 8 (fun n => akiyama_v_correct 2 n) = true := by decide

theorem akiyama_v_table_2_agrees :
    allBelow 2 (fun n => eq (akiyama_v_by_recursion 6 2 n) (akiyama_v 2 n)) = true := by decide

theorem akiyama_v_table_3_correct :
    allBelow 8 (fun n => akiyama_v_correct 3 n) = true := by decide

theorem akiyama_v_table_3_agrees :
    allBelow 2 (fun n => eq (akiyama_v_by_recursion 7 3 n) (akiyama_v 3 n)) = true := by decide

-- mex: pred akiyama.inF(m, n) = exists k <= n: m = akiyama.v(1, k) or m = akiyama.v(2, k) or m =
--   akiyama.v(3, k)
def akiyama_inF (m n : Nat) : Bool :=
  existsBelow (n + 1) (fun k =>
      eq m (akiyama_v 1 k) || eq m (akiyama_v 2 k) || eq m (akiyama_v 3 k))

-- mex: pred akiyama.inD(m, n) = exists k <= n: m = akiyama.v(2, k) - akiyama.v(1, k) or m =
--   akiyama.v(3, k) - akiyama.v(2, k) or m = akiyama.v(3, k) - akiyama.v(1, k)
def akiyama_inD (m n : Nat) : Bool :=
  existsBelow (n + 1) (fun k =>
      eq (m + akiyama_v 1 k) (akiyama_v 2 k) ||
      eq (m + akiyama_v 2 k) (akiyama_v 3 k) ||
      eq (m + akiyama_v 1 k) (akiyama_v 3 k))

-- mex: def akiyama.mexD(n) measure n = least m with forall k <= n: m != akiyama.v(2, k) -
--   akiyama.v(1, k) and m != akiyama.v(3, k) - akiyama.v(2, k) and m != akiyama.v(3, k) -
--   akiyama.v(1, k)
def akiyama_mexD_holds (self : Nat → Nat) (n m : Nat) : Bool :=
  allBelow (n + 1) (fun k =>
      ne (m + akiyama_v 1 k) (akiyama_v 2 k) &&
      ne (m + akiyama_v 2 k) (akiyama_v 3 k) &&
      ne (m + akiyama_v 1 k) (akiyama_v 3 k))

def akiyama_mexD_equation (self : Nat → Nat) (n : Nat) : Nat :=
  least searchLimit (fun m => akiyama_mexD_holds self n m)

-- The function by recursion, each call with one unit of fuel less.
def akiyama_mexD_by_recursion : Nat → Nat → Nat
  | 0, _ => 0
  | fuel+1, a1 =>
      akiyama_mexD_equation
        (fun b1 => akiyama_mexD_by_recursion fuel b1)
        a1

def akiyama_mexD_table : List Nat :=
  [1, 3, 4, 5, 7, 9, 11]

-- Below it is read from its tables.
def akiyama_mexD (n : Nat) : Nat :=
  at1 akiyama_mexD_table n

-- Is the entry of the tables the value that the equation gives?
def akiyama_mexD_correct (n : Nat) : Bool :=
  akiyama_mexD_holds akiyama_mexD n (akiyama_mexD n) &&
    allBelow (akiyama_mexD n) (fun m => !(akiyama_mexD_holds akiyama_mexD n m))

theorem akiyama_mexD_table_correct :
    allBelow 7 (fun n => akiyama_mexD_correct n) = true := by decide

theorem akiyama_mexD_table_agrees :
    allBelow 6 (fun n => eq (akiyama_mexD_by_recursion 6 n) (akiyama_mexD n)) = true := by decide

-- mex: let akiyama.mexF(n) = akiyama.v(1, n + 1)
def akiyama_mexF (n : Nat) : Nat :=
  akiyama_v 1 (n + 1)

-- mex: def akiyama.kappa(n) measure n = if not akiyama.inF(akiyama.mexF(n) + akiyama.mexD(n), n)
--   then 0 else if not akiyama.inD(1 + akiyama.mexD(n), n) then 1 else 2
def akiyama_kappa_equation (self : Nat → Nat) (n : Nat) : Nat :=
  cond (!(akiyama_inF (akiyama_mexF n + akiyama_mexD n) n)) 0
      (cond (!(akiyama_inD (1 + akiyama_mexD n) n)) 1 2)

-- The function by recursion, each call with one unit of fuel less.
def akiyama_kappa_by_recursion : Nat → Nat → Nat
  | 0, _ => 0
  | fuel+1, a1 =>
      akiyama_kappa_equation
        (fun b1 => akiyama_kappa_by_recursion fuel b1)
        a1

def akiyama_kappa_table : List Nat :=
  [0, 0, 0, 0, 0, 0, 0]

-- Below it is read from its tables.
def akiyama_kappa (n : Nat) : Nat :=
  at1 akiyama_kappa_table n

-- Is the entry of the tables the value that the equation gives?
def akiyama_kappa_correct (n : Nat) : Bool :=
  eq (akiyama_kappa n) (akiyama_kappa_equation akiyama_kappa n)

theorem akiyama_kappa_table_correct :
    allBelow 7 (fun n => akiyama_kappa_correct n) = true := by decide

theorem akiyama_kappa_table_agrees :
    allBelow 7 (fun n => eq (akiyama_kappa_by_recursion 7 n) (akiyama_kappa n))
    = true := by decide

-- The statement (its text is in the first lines).
def akiyama_kappa_update : Bool :=
  allBelow 7 (fun n =>
      eq (akiyama_v 1 (n + 1)) (akiyama_mexF n) &&
      eq (akiyama_v 2 (n + 1)) (akiyama_mexF n + akiyama_mexD n + akiyama_kappa n) &&
      eq (akiyama_v 3 (n + 1)) (akiyama_mexF n + 2 * akiyama_mexD n + akiyama_kappa n) &&
      eq (akiyama_v 3 (n + 1)) (akiyama_mexD n + akiyama_v 2 (n + 1)) &&
      eq (akiyama_v 2 (n + 1)) (akiyama_mexD n + akiyama_kappa n + akiyama_v 1 (n + 1)) &&
      eq (akiyama_v 3 (n + 1)) (2 * akiyama_mexD n + akiyama_kappa n + akiyama_v 1 (n + 1)))

-- akiyama.kappa_update: n<=6
theorem akiyama_kappa_update_on_range :
    akiyama_kappa_update = true := by decide

end Mexcert

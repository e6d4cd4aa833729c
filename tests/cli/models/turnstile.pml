/* One asks, the other works and answers: only one of them can ever move, but for the first choice. */
chan ask = [0] of { byte };
chan answer = [0] of { byte };
active proctype worker() {
  byte n, sum;
end:
  do
  :: ask?n;
     do
     :: n > 0 -> sum = sum + n; n--
     :: else -> break
     od;
     assert(sum != WRONG);
     answer!sum;
     sum = 0
  od
}
active proctype user() {
  byte n, got;
  do
  :: n < 4 -> n++
  :: ask!n; answer?got; n = 0
  od
}

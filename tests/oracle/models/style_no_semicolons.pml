/* Corner: line breaks for semicolons, as students write it
 * expect plain: verified, 182 states, 277 transitions
 * expect spin: verified, 115 states, 183 transitions
 */
byte a
byte b
proctype p(byte x; byte y)
{
  a = x
  if
  :: a > 1 -> b = y
  :: else -> skip
  fi
  { b++ ; }
  atomic {
    a++
    b--
  }
}
init {
  run p(1, 2)
  run p(2, 3)
}

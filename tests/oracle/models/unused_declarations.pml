/* Corner: variables, types and processes that nobody uses
 * expect plain: verified, 13 states, 19 transitions
 * expect spin: verified, 13 states, 19 transitions
 */
typedef Never { int x; chan c }
byte idle;
Never no;
chan loose = [3] of { byte };
proctype Unrun() { assert(false) }
active [2] proctype P() { byte unused; int also[3]; skip; skip }

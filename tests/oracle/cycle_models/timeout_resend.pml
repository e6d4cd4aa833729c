/* A lost message is sent again when nothing else can happen; it can be lost again for ever.
 * expect ltl:again: verified, fair verified
 * expect ltl:arrives: violated, fair violated
 * expect progress: violated, fair violated
 */
chan c = [1] of { byte };
byte lost, arrived;
active proctype sender() {
  c!1;
  do
  :: timeout -> lost = 0; c!1
  od
}
active proctype receiver() {
  do
  :: c?_ -> progress_arrived: arrived = 1; arrived = 0
  :: c?_ -> lost = 1
  od
}
ltl again { [] ((lost == 1) -> <> (lost == 0)) }
ltl arrives { [] <> (arrived == 1) }

/* The alternating bit protocol over channels that may lose. New messages arrive again and again if both channels are fair,
 * that is, let something through again and again.
 * expect ltl:arrives: violated, fair violated
 * expect ltl:fair_channels: verified, fair verified
 * expect ltl:one_fair_channel: violated, fair violated
 * expect ltl:in_order: verified, fair verified
 * expect progress: violated, fair violated
 */
chan to_receiver = [1] of { bit };
chan to_sender = [1] of { bit };
bool data_through, ack_through, fresh;
bit sent, expected;
active proctype sender() {
  bit got;
  do
  :: to_receiver!sent; data_through = true; data_through = false
  :: to_receiver!sent; to_receiver?_
  :: to_sender?got ->
     if
     :: got == sent -> sent = 1 - sent
     :: else
     fi
  od
}
active proctype receiver() {
  bit got;
  do
  :: to_receiver?got ->
     if
     :: got == expected -> fresh = true; progress_fresh: fresh = false; expected = 1 - expected
     :: else
     fi;
     if
     :: to_sender!got; ack_through = true; ack_through = false
     :: skip
     fi
  od
}
ltl arrives { [] <> fresh }
ltl fair_channels { (([] <> data_through) && ([] <> ack_through)) -> ([] <> fresh) }
ltl one_fair_channel { ([] <> data_through) -> ([] <> fresh) }
ltl in_order { [] (fresh -> (sent == expected)) }

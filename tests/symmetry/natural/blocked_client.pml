/* A server that refuses one client, which init chooses once and for all.
   group: S3 of order 6
   states: 353 in 85
   broken by: 27: id == blocked: blocked is 3 all the time, which names process Client(4) (let the model choose any of them); without this, up to 4 times fewer states
   broken by: 28: id != blocked: blocked is 3 all the time, which names process Client(4) (let the model choose any of them); without this, up to 4 times fewer states
   broken by: the initial value of blocked: it is 3 all the time, which names process Client(4) (let the model choose any of them first); without this, up to 4 times fewer states */
mtype = { yes, no };
chan request = [2] of { byte };
chan reply[4] = [1] of { mtype };
byte blocked = 255;

proctype Client(byte id) {
  do
  :: request!id;
     if
     :: reply[id]?yes
     :: reply[id]?no
     fi
  od
}

proctype Server() {
  byte id;
  do
  :: request?id ->
     if
     :: id == blocked -> reply[id]!no
     :: id != blocked -> reply[id]!yes
     fi
  od
}

init {
  atomic {
    blocked = 3;
    run Client(0); run Client(1); run Client(2); run Client(3);
    run Server()
  }
}

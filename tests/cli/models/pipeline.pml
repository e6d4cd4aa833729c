/* A request through a buffer, an answer by rendezvous, and a server that waits for ever. */
mtype = { request, answer };
chan queue = [1] of { mtype, byte };
chan reply = [0] of { mtype };

active proctype client()
{
  queue ! request(3);
  reply ? answer;
  printf("answered\n")
}

active proctype server()
{
  byte amount;
  queue ? request(amount);
  reply ! answer;
  queue ? request(amount)
}

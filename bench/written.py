"""The models of Table 2 once more, as their users write them: ids from 0, links in arrays, polls, loops, one selection over all
links. For bench/table2 and bench/detection."""


def selection(options, indent="  "):
    return "\n".join([f"{indent}if", *(f"{indent}:: {option}" for option in options), f"{indent}fi"])


def simple_mutex(count):
    return f"""#define N {count}
byte owner = 255;
bool inside[N];

active [N] proctype User() {{
  byte i, others;
  do
  :: atomic {{ owner == 255 -> owner = _pid }};
     inside[_pid] = true;
     d_step {{
       others = 0;
       for (i : 0 .. N-1) {{
         if
         :: inside[i] -> others++
         :: else
         fi
       }};
       assert(others == 1);
       i = 0; others = 0
     }};
     inside[_pid] = false;
     owner = 255
  od
}}
"""


def peterson(count):
    return f"""#define N {count}
byte level[N];
byte last[N] = 255;

active [N] proctype User() {{
  byte k, i;
  bool clear;
  do
  :: k = 1;
     do
     :: k < N ->
        d_step {{ level[_pid] = k; last[k] = _pid }};
        do
        :: d_step {{
             clear = true;
             for (i : 0 .. N-1) {{
               if
               :: i != _pid && level[i] >= k -> clear = false
               :: else
               fi
             }};
             i = 0;
             if
             :: last[k] != _pid -> clear = true
             :: else
             fi
           }};
           if
           :: clear -> break
           :: else
           fi
        od;
        k++
     :: else -> break
     od;
     level[_pid] = 0
  od
}}
"""


def allocator(ranks):
    count = len(ranks)
    polls = " || ".join(f"link[{i}]?[ask]" for i in range(count))
    highest = max(ranks)
    options = [f"rank[{i}] == now && link[{i}]?[ask] -> link[{i}]?ask; client = {i}; break" for i in range(count)]
    return f"""mtype = {{ ask, yes, done }};
chan link[{count}] = [1] of {{ mtype }};
byte rank[{count}];

proctype Client(byte me) {{
  do
  :: link[me]!ask; link[me]?yes; link[me]!done
  od
}}

proctype Allocator() {{
  byte client = 255, now;
  do
  :: atomic {{
       ({polls});
       now = {highest};
       do
{chr(10).join(f"       :: {option}" for option in options)}
       :: else -> now--
       od
     }};
     link[client]!yes;
     atomic {{ link[client]?done; client = 255 }}
  od
}}

init {{
  byte i;
  atomic {{
    for (i : 0 .. {count - 1}) {{ run Client(i) }};
    run Allocator();
    {"; ".join(f"rank[{i}] = {rank}" for i, rank in enumerate(ranks))}
  }}
}}
"""


def three_tiered(sizes):
    runs, client = [], 0
    for server, size in enumerate(sizes):
        runs.append(f"run Server({server});")
        for _ in range(size):
            runs.append(f"run Client({client}, {server});")
            client += 1
    return f"""mtype = {{ ask, answer }};
chan to_server[{len(sizes)}] = [0] of {{ mtype, byte }};
chan to_client[{client}] = [0] of {{ mtype }};
chan to_base = [0] of {{ mtype, byte }};
chan from_base[{len(sizes)}] = [0] of {{ mtype }};

proctype Client(byte me; byte server) {{
  do
  :: to_server[server]!ask,me; to_client[me]?answer
  od
}}

proctype Server(byte me) {{
  byte who = 255;
  do
  :: to_server[me]?ask,who; to_base!ask,me; from_base[me]?answer; to_client[who]!answer; who = 255
  od
}}

active proctype Base() {{
  byte who = 255;
  do
  :: to_base?ask,who; from_base[who]!answer; who = 255
  od
}}

init {{ atomic {{ {" ".join(runs)} }} }}
"""


def hypercube(dimensions):
    nodes = 2**dimensions
    ports = ", ".join(f"p{d}" for d in range(dimensions))
    links = [", ".join(f"link[{node ^ (1 << d)}]" for d in range(dimensions)) for node in range(nodes)]
    return f"""mtype = {{ packet }};
chan link[{nodes}] = [1] of {{ mtype }};

proctype Node(chan in, {ports}) {{
  do
  :: atomic {{
       in?packet;
{selection([f"p{d}!packet" for d in range(dimensions)], "       ")}
     }}
  od
}}

init {{
  atomic {{
    {" ".join(f"run Node(link[{node}], {out});" for node, out in enumerate(links))}
{selection([f"link[{node}]!packet" for node in range(nodes)], "    ")}
  }}
}}
"""


def alternating(count):
    return [i // 2 % 2 for i in range(count)]


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def rows():
    """(family, configuration, text, order of the group that there is)."""
    for n in (5, 10, 20, 40):
        yield "simple mutex", str(n), simple_mutex(n), factorial(n)
    for n in (3, 6, 9, 12):
        yield "Peterson", str(n), peterson(n), factorial(n)
    for name, ranks, order in (("3-4", [0] * 3 + [1] * 4, 144), ("2-2-3", [0, 0, 1, 1, 2, 2, 2], 24),
                               ("5-5", [0] * 5 + [1] * 5, 14400), ("3-3-4", [0] * 3 + [1] * 3 + [2] * 4, 864),
                               ("alternating 10", alternating(10), 17280), ("alternating 12", alternating(12), 518400),
                               ("alternating 14", alternating(14), 29030400),
                               ("alternating 16", alternating(16), 1625702400)):
        yield "resource allocator", name, allocator(ranks), order
    for sizes, order in (((3, 3, 2), 144), ((3, 3, 3), 1296), ((4, 4, 3), 6912), ((4, 4, 4), 82944),
                         ((5, 5, 5, 5), 4976640000)):
        yield "three-tiered", "-".join(map(str, sizes)), three_tiered(sizes), order
    for dimensions in (2, 3, 4, 5):
        yield "hypercube", f"{dimensions}d", hypercube(dimensions), factorial(dimensions) * 2**dimensions

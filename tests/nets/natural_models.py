"""Random Promela models in the way people write them: servers that answer on the channel they are sent, relays, watchdogs with
timeouts, monitors, processes created on the way, handshakes in atomic sequences. And what may be asked of their runs."""
import random


def client_server(d):
    """Clients send their own channel along with a request."""
    n, cap, rc = d.choice([1, 2, 2]), d.choice([0, 1, 2]), d.choice([0, 0, 1])
    reply = d.choice(["c!v", "c!v", "atomic { c!v; served = (served + 1) % 3 }", "if :: c!v :: timeout -> lost = 1 fi",
                      "if :: nfull(c) -> c!v :: full(c) -> skip fi", "{ c!v } unless { served == 2 }", "served = (served + 1) % 3; c!v"])
    get = d.choice(["server?c,v", "server?c,v", "atomic { server?c,v -> busy = 1 }", "d_step { server?c,v; v = (v + 1) % 3 }", "server??c,1",
                    "server?c,eval(w)" , "if :: server?c,v :: timeout -> goto out fi", "if :: len(server) > 0 -> server?c,v :: empty(server) -> skip fi"])
    ask = d.choice(["server!me,r", "server!me,r", "atomic { server!me,r; asked++ }", "server!me,1; asked++", "if :: server!me,r :: else -> r = 0 fi"])
    wait = d.choice(["me?r", "me?r", "me?r; assert(r < 3)", "if :: me?r :: timeout -> skip fi", "do :: me?r -> break :: empty(me) -> skip od", "{ me?r } unless { lost == 1 }",
                     "atomic { me?r; asked-- }", "me?_"])
    local = d.choice(["r = (r + 1) % 2", "skip", "here: skip", "r = 1 - (r % 2); r = r"])
    shape = d.choice(["do :: {} od", "{}", "{}; {}", "do :: {} :: break od"])
    body = shape.replace("{}", "; ".join(x for x in (local.replace("here: ", ""), ask, local if shape.count("{}") == 1 else "skip", wait)))
    glob = d.choice(["chan me = [%d] of { byte };" % rc, ""])
    text = f"chan server = [{cap}] of {{ chan, byte }};\nbyte served, lost, busy, asked;\n"
    if not glob:
        text += f"chan mail[{n + 1}] = [{rc}] of {{ byte }};\n"
        glob = f"chan me; me = mail[_pid % {n + 1}];"
    text += f"active [{n}] proctype client() {{ byte r; {glob} {body} }}\n"
    loop = d.choice(["do :: {} od", "end: do :: {} od", "{}; {}", "do :: {} :: served == 2 -> break od"])
    text += f"active proctype serve() {{ chan c; byte v, w; {loop.replace('{}', get.replace('goto out', 'break' if loop.startswith(('do', 'end')) else 'skip') + '; ' + reply)} }}\n"
    if d.random() < .4:
        text += "active proctype monitor() { byte m; " + d.choice(["assert(asked < %d)" % d.randint(1, 3), "m = 1; assert(len(server) < %d)" % d.randint(1, 3), "served == 1; assert(lost == 0)",
                                                          "_nr_pr < %d; assert(busy == 0)" % (n + 2), "m = 1; m = 2; assert(!(client[0]@here && served == 1))" if "here:" in text else "lost == 1; assert(false)"]) + " }\n"
    return text


def relay(d):
    """Messages are handed on from process to process."""
    n, capacity = d.choice([2, 3, 3, 4]), d.choice([0, 0, 1, 2])
    mid = d.choice(["c[_pid]?x; c[_pid + 1]!x", "atomic { c[_pid]?x; c[_pid + 1]!x }", "c[_pid]?x -> y = x; x = 0; c[_pid + 1]!y", "atomic { c[_pid]?x -> y = x }; c[_pid + 1]!y",
                    "atomic { c[_pid]?x; y = x; c[_pid + 1]!y; n = (n + 1) % 3 }", "d_step { c[_pid]?x; y = x + 1 }; c[_pid + 1]!y",
                    "if :: c[_pid]?x -> c[_pid + 1]!x :: timeout -> stop = 1 fi", "{ c[_pid]?x; c[_pid + 1]!x } unless { stop == 1 }",
                    "c[_pid]?x; if :: c[_pid + 1]!x :: else -> n = 1 fi", "c[_pid]?1; c[_pid + 1]!1; c[_pid]?0; c[_pid + 1]!0", "c[_pid]?x; assert(x < 2); c[_pid + 1]!x"])
    loop = d.choice(["do :: {} od", "end: do :: {} od", "{}; {}", "{}", "L: {}; goto L"])
    text = f"#define N {n}\nbyte stop, n;\nchan c[N + 1] = [{capacity}] of {{ byte }};\n"
    text += f"active [N] proctype relay() {{ byte x, y; {loop.replace('{}', mid)} }}\n"
    src = d.choice(["c[0]!1; c[0]!0", "do :: c[0]!1 :: c[0]!0 :: break od", "do :: c[0]!1; c[0]!0 od", "atomic { c[0]!1; c[0]!0; stop = 1 }", "byte k; do :: k < 2 -> c[0]!k; k++ :: else -> break od; stop = 1"])
    sink = d.choice(["do :: c[N]?z od", "end: do :: c[N]?z od", "c[N]?z; assert(z == 1); c[N]?z; stop = 1", "do :: c[N]?1 -> n = 0 :: c[N]?0 -> n = 1 od", "do :: atomic { c[N]?z; assert(n != 2 || z == 1) } od", "c[N]?z; c[N]?z; assert(stop == 0)"])
    text += f"active proctype source() {{ {src} }}\nactive proctype sink() {{ byte z; {sink} }}\n"
    return text


def watch(d):
    """One bit goes there and back, may be lost, and somebody watches."""
    n, cap = d.choice([1, 2]), d.choice([0, 1])
    text = f"mtype = {{ ping, pong, reset }};\nchan to = [{cap}] of {{ mtype, bit }}; chan fro = [{d.choice([0, 1])}] of {{ mtype, bit }};\nbyte resets, g;\n"
    a = d.choice(["to!ping,b; fro?pong,b", "to!ping,b; if :: fro?pong,x -> b = 1 - x :: timeout -> resets = (resets + 1) % 3 fi", "atomic { to!ping,b; g = 1 }; if :: fro?pong,eval(b) -> b = 1 - b :: fro?pong,x :: timeout fi",
                  "to!ping,b; do :: fro?pong,eval(b) -> break :: fro?pong,eval(1 - b) -> skip :: timeout -> to!ping,b od", "{ to!ping,b; fro?pong,x; b = 1 - b } unless { atomic { g == 2 -> g = 0; resets = 1 } }",
                  "to!ping,b; fro?_,x"])
    c = d.choice(["to?ping,y; fro!pong,y", "to?ping,y; if :: fro!pong,y :: skip fi", "if :: to?ping,y -> fro!pong,y :: to?reset,_ -> y = 0 fi", "atomic { to?ping,y -> g = 2 }; fro!pong,y", "to?ping,y; if :: nfull(fro) -> fro!pong,y :: else -> skip fi",
                  "d_step { to?ping,y; g = (g + 1) % 3 }; fro!pong,y", "do :: to?[ping,0] -> to?ping,y; break :: to?[ping,1] -> to?ping,y; fro!pong,y od"])
    w = d.choice(["", "active proctype w() { do :: timeout -> g = 2; assert(resets < 2) od }", "active proctype w() { byte q; q = 1; g == 2; resets = 2; assert(g != 1) }", "active proctype w() { do :: to!reset,0 :: break od }",
                  "active proctype w() { (_nr_pr < 3) -> assert(g == 0) }", "active proctype w() { endw: do :: resets == 1 -> g = 1; resets = 0 od }", "active proctype w() { atomic { resets > 0 -> to!reset,1; assert(g < 2) } }"])
    loop = d.choice(["do :: {} od", "end: do :: {} od", "{}", "{}; {}"])
    loop2 = d.choice(["do :: {} od", "end: do :: {} od", "{}; {}"])
    dec = d.choice(["", "xs to; xr fro; " if cap and "w()" not in w else ""])
    text += f"active proctype a() {{ bit b, x; {dec}{loop.replace('{}', a)} }}\nactive [{n}] proctype c() {{ bit y; {loop2.replace('{}', c)} }}\n{w}\n"
    return text


def dynamic(d):
    """Workers are created one by one or at once, and report back."""
    n = d.choice([1, 2, 3])
    work = d.choice(["x = 1; g = (g + 1) % 4; done!me", "atomic { g = me; done!g }", "if :: q?x -> g = x :: q!me fi; done!me", "do :: x < 2 -> x++ :: else -> break od; done!me", "q!me; q?x; done!x", "done!me; g = 0",
                     "arg[me % 3] = 1; arg[me % 3] = 0; done!me", "lock?_; crit = crit + 1; assert(crit == 1); crit = crit - 1; lock!1; done!me", "atomic { lock?_ -> crit++ }; crit--; lock!1; done!1", "x = arg[me % 3]; done!x"])
    start = d.choice(["run w({})", "atomic {{ run w({}) }}", "arg[{} % 3] = 1; run w({})"])
    runs = "; ".join(start.format(i, i) for i in range(1, n + 1))
    runs = d.choice([runs, "atomic { %s }" % runs.replace("atomic { ", "").replace(" }", ""), runs])
    after = d.choice(["done?y; assert(y > 0)", "do :: done?y :: (_nr_pr == 1) -> break od; assert(g < 3)", "(_nr_pr == 1); assert(crit == 0)", "done?y; g = 3", "lock!1; done?y", "timeout; assert(g != 2)", "end: done?y; done?y"])
    pre = d.choice(["", "lock!1; ", "lock!1; ", "g = 1; ", "if :: g = 1 :: g = 2 fi; "])
    text = f"byte g, crit, arg[3]; chan done = [{d.choice([0, 1, 2])}] of {{ byte }}; chan q = [{d.choice([0, 1])}] of {{ byte }}; chan lock = [1] of {{ bit }};\n"
    text += f"proctype w(byte me) {{ byte x; {work} }}\ninit {{ byte y; {pre}{runs}; {after} }}\n"
    return text


def handshake(d):
    """Rendezvous in the midst of everything."""
    P = ["atomic { r!1; g = 1; s?x; h = x }", "atomic { r?x -> g = x; s!1 }", "r!1; s?x", "r?x; s!x", "atomic { g == 0 -> r!1 }; g = 0", "atomic { r?x; r?y; g = x }", "r!0; r!1", "atomic { b!1; r!1; b!1 }", "b?x; r?y", "atomic { b?x; if :: r!x :: s!x :: else -> h = 2 fi }",
         "if :: r?x -> g = 1 :: s?x -> h = 1 :: b?x fi", "if :: r!1 :: s!1 :: timeout -> g = 2 fi", "{ r!1; s!1 } unless { b?x -> g = 2 }", "{ x = 1; x = 2; r?x } unless { h == 1 -> h = 0 }", "{ atomic { x = 1; r!x; g = 1 } } unless { len(b) == 1 -> b?y }",
         "do :: r?x :: s?x :: x == 1 -> break od", "atomic { do :: b?x :: empty(b) -> break od; g = x }", "atomic { x = 1; timeout -> g = 2 }", "atomic { if :: b!1 -> g = 1 :: full(b) -> h = 1; b?x fi }", "d_step { nempty(b) -> b?x; h = x }",
         "assert(g != 2 || h == 0)", "b?<x>; assert(x == 1 || g == 0)", "b!!2; b!!1", "b??1; g = 1", "if :: b?[1] -> s!1 :: b?[2] -> r!1 :: empty(b) -> b!2 fi", "here: x = 1; y = x", "p0@here; g = 1", "x = 1; end: r?x", "(len(b) == 0 && h == 0) -> b!1", "nfull(b) && g == 0 -> b!1",
         "for (x : 0 .. 1) { b!x }", "select (x : 0 .. 1); r!x", "printf(\"%d\", g); g = 0", "g++; g--", "goto fin; fin: skip", "atomic { s!1; assert(h == 0) }", "atomic { s?x; assert(g == 0) }", "assert(_nr_pr > 1)"]
    kinds = d.choice([2, 2, 3])
    text = f"byte g, h; chan r = [0] of {{ byte }}; chan s = [0] of {{ byte }}; chan b = [{d.choice([1, 1, 2])}] of {{ byte }};\n"
    for k in range(kinds):
        parts = [d.choice(P) for _ in range(d.randint(1, 3))]
        if k == 0 and not any(p.startswith("here") for p in parts):
            parts.append("here: skip")
        seen, keep = set(), []
        for p in parts:
            tag = p.split(":")[0] if p.startswith(("here:",)) else "fin" if "fin:" in p else "end" if "end:" in p else None
            if tag and tag in seen:
                continue
            seen.add(tag)
            keep.append(p)
        around = d.choice(["{}", "do :: {} od", "do :: {} :: break od", "{}; end1: false", "do :: atomic { {} } od" if not any("atomic" in p or "d_step" in p or "unless" in p for p in keep) else "{}"])
        text += f"active [{d.choice([1, 1, 2])}] proctype p{k}() {{ byte x, y; {around.replace('{}', '; '.join(keep))} }}\n"
    return text


KINDS = [client_server, relay, watch, dynamic, handshake, handshake]


def model(number, seed):
    """The text of one model."""
    return KINDS[number % len(KINDS)](random.Random(f"{seed}:{number}"))


ATOMS = {
    client_server: ["(served == 1)", "(served > 0)", "(lost == 1)", "(asked > 0)", "(busy == 1)", "(len(server) > 0)", "(client[0]:r == 1)"],
    relay: ["(stop == 1)", "(n == 1)", "(n == 2)", "(len(c[0]) > 0)", "(len(c[1]) > 0)", "(relay[0]:x == 1)", "(relay[1]:y == 1)"],
    watch: ["(resets == 1)", "(g == 2)", "(g == 0)", "(len(to) > 0)", "(len(fro) > 0)", "(a[0]:b == 1)", "(c[1]:y == 1)"],
    dynamic: ["(g == 1)", "(g > 1)", "(crit == 1)", "(arg[1] == 1)", "(len(done) > 0)", "(len(lock) == 1)", "(len(q) > 0)", "(_nr_pr == 2)"],
    handshake: ["(g == 1)", "(h == 1)", "(g == h)", "(len(b) > 0)", "(p0[0]@here)", "(p0[0]:x == 1)", "(p0[0]:y == 0)", "(_nr_pr > 2)"],
}


def atoms(number, text):
    """What a formula may be made of for this model."""
    return [atom for atom in ATOMS[KINDS[number % len(KINDS)]] if "@here" not in atom or "here:" in text]

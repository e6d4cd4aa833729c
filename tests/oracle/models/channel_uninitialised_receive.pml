/* Corner: a receive from a channel variable that names no channel yet
 * expect plain: violated (runtime)
 * expect spin: violated (runtime)
 */
chan a = [1] of { byte };
active proctype P() { chan c; byte v; if :: c = a; a!1 :: skip fi; c?v }

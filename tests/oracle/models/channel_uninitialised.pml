/* Corner: a send to a channel variable that names no channel yet is an error
 * expect plain: violated (runtime)
 * expect spin: violated (runtime)
 */
chan a = [1] of { byte };
active proctype P() { chan c; if :: c = a :: skip fi; c!1 }

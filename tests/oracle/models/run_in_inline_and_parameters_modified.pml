/* Corner: parameters are locals that can be assigned
 * expect plain: verified, 148 states, 308 transitions
 * expect spin: verified, 148 states, 308 transitions
 */
byte sum;
proctype W(byte k; chan c) { k = k + 1; c!k; k = k * 2; sum = sum + k }
init { chan c = [2] of { byte }; byte v; run W(1, c); run W(2, c); c?v; sum = sum + v }

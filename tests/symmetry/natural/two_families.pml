/* Producers and consumers share a queue of what was made by whom.
   group: S2 × S2 of order 4
   states: 7 in 4 */
chan q = [2] of { byte };

active [2] proctype Producer() { do :: q!_pid od }
active [2] proctype Consumer() { byte from = 255; do :: q?from -> from = 255 od }

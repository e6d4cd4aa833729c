/* A hypercube of 2^DIM nodes that pass messages on until they arrive. DIM is 2, 3, 4 or 5.
 *
 * From [detection], Table 2, "hypercube" 2d to 5d. A node has an inbox with room for one message and may put messages
 * into the inboxes of its DIM neighbours. Any node may send a message to any node, itself included, as long as fewer
 * than MESSAGES are under way. A node that receives a message keeps it if it is the goal, and otherwise hands it to
 * any neighbour whose inbox has room.
 * The static channel diagram has DIM! * 2^DIM automorphisms (8, 48, 384, 3840): all those of the cube. The 2^DIM that
 * keep the directions (4, 8, 16, 32) are valid as they stand. The others change the order in which a run statement
 * names the neighbours, which makes no difference to what a node does: they are symmetries as well.
 * No run gets stuck.
 *
 * configuration           verdict      states     plain
 * -D DIM=2                verified         50        50
 * -D DIM=3                verified        194       194
 * -D DIM=4                verified        770       770
 * -D DIM=5                verified       3074      3074
 * -D DIM=2 -D MESSAGES=2  verified       1042      1042
 * -D DIM=2 -D MESSAGES=3  verified      12562     12562
 * -D DIM=3 -D MESSAGES=2  verified      17346     17346
 * -D DIM=4 -D MESSAGES=2  verified     285442    285442
 * -D DIM=3 -D MESSAGES=3  verified     963522         -
 */
/* oracle: -D DIM=2 ; -D DIM=3 ; -D DIM=4 ; -D DIM=5 ; -D DIM=2 -D MESSAGES=2 ; -D DIM=2 -D MESSAGES=3 ; -D DIM=3 -D MESSAGES=2 */

#ifndef DIM
#define DIM 3
#endif
#ifndef MESSAGES
#define MESSAGES 1
#endif
#include "repeat.h"

#define MESSAGE { pid } /* the node it is for */
byte travelling;        /* how many messages are under way */

#if DIM == 2
#define NODES 4
#define PORTS out1, out2
#elif DIM == 3
#define NODES 8
#define PORTS out1, out2, out3
#elif DIM == 4
#define NODES 16
#define PORTS out1, out2, out3, out4
#elif DIM == 5
#define NODES 32
#define PORTS out1, out2, out3, out4, out5
#else
#error "DIM must be 2, 3, 4 or 5"
#endif

#define PORT(d)    :: nfull(out##d) -> out##d!goal
#define ADDRESS(p) :: goal = p

proctype node(chan in, PORTS)
{
	pid goal;

	do
	:: atomic {
		travelling < MESSAGES -> travelling++;
		if
		EACH(NODES, ADDRESS, )
		fi
	   };
forward:   atomic {
		if
		EACH(DIM, PORT, )
		fi;
		goal = 0
	   }
	:: in?goal;
	   if
	   :: atomic { goal == _pid -> goal = 0; travelling-- }
	   :: goal != _pid -> goto forward
	   fi
	od
}

#define IN(label) chan in##label = [1] of MESSAGE;

#if DIM == 2
IN(00) IN(01) IN(10) IN(11)

init {
	atomic {
		run node(in00, in10, in01);
		run node(in01, in11, in00);
		run node(in10, in00, in11);
		run node(in11, in01, in10)
	}
}
#elif DIM == 3
IN(000) IN(001) IN(010) IN(011) IN(100) IN(101) IN(110) IN(111)

init {
	atomic {
		run node(in000, in100, in010, in001);
		run node(in001, in101, in011, in000);
		run node(in010, in110, in000, in011);
		run node(in011, in111, in001, in010);
		run node(in100, in000, in110, in101);
		run node(in101, in001, in111, in100);
		run node(in110, in010, in100, in111);
		run node(in111, in011, in101, in110)
	}
}
#elif DIM == 4
IN(0000) IN(0001) IN(0010) IN(0011) IN(0100) IN(0101) IN(0110) IN(0111)
IN(1000) IN(1001) IN(1010) IN(1011) IN(1100) IN(1101) IN(1110) IN(1111)

init {
	atomic {
		run node(in0000, in1000, in0100, in0010, in0001);
		run node(in0001, in1001, in0101, in0011, in0000);
		run node(in0010, in1010, in0110, in0000, in0011);
		run node(in0011, in1011, in0111, in0001, in0010);
		run node(in0100, in1100, in0000, in0110, in0101);
		run node(in0101, in1101, in0001, in0111, in0100);
		run node(in0110, in1110, in0010, in0100, in0111);
		run node(in0111, in1111, in0011, in0101, in0110);
		run node(in1000, in0000, in1100, in1010, in1001);
		run node(in1001, in0001, in1101, in1011, in1000);
		run node(in1010, in0010, in1110, in1000, in1011);
		run node(in1011, in0011, in1111, in1001, in1010);
		run node(in1100, in0100, in1000, in1110, in1101);
		run node(in1101, in0101, in1001, in1111, in1100);
		run node(in1110, in0110, in1010, in1100, in1111);
		run node(in1111, in0111, in1011, in1101, in1110)
	}
}
#elif DIM == 5
IN(00000) IN(00001) IN(00010) IN(00011) IN(00100) IN(00101) IN(00110) IN(00111)
IN(01000) IN(01001) IN(01010) IN(01011) IN(01100) IN(01101) IN(01110) IN(01111)
IN(10000) IN(10001) IN(10010) IN(10011) IN(10100) IN(10101) IN(10110) IN(10111)
IN(11000) IN(11001) IN(11010) IN(11011) IN(11100) IN(11101) IN(11110) IN(11111)

init {
	atomic {
		run node(in00000, in10000, in01000, in00100, in00010, in00001);
		run node(in00001, in10001, in01001, in00101, in00011, in00000);
		run node(in00010, in10010, in01010, in00110, in00000, in00011);
		run node(in00011, in10011, in01011, in00111, in00001, in00010);
		run node(in00100, in10100, in01100, in00000, in00110, in00101);
		run node(in00101, in10101, in01101, in00001, in00111, in00100);
		run node(in00110, in10110, in01110, in00010, in00100, in00111);
		run node(in00111, in10111, in01111, in00011, in00101, in00110);
		run node(in01000, in11000, in00000, in01100, in01010, in01001);
		run node(in01001, in11001, in00001, in01101, in01011, in01000);
		run node(in01010, in11010, in00010, in01110, in01000, in01011);
		run node(in01011, in11011, in00011, in01111, in01001, in01010);
		run node(in01100, in11100, in00100, in01000, in01110, in01101);
		run node(in01101, in11101, in00101, in01001, in01111, in01100);
		run node(in01110, in11110, in00110, in01010, in01100, in01111);
		run node(in01111, in11111, in00111, in01011, in01101, in01110);
		run node(in10000, in00000, in11000, in10100, in10010, in10001);
		run node(in10001, in00001, in11001, in10101, in10011, in10000);
		run node(in10010, in00010, in11010, in10110, in10000, in10011);
		run node(in10011, in00011, in11011, in10111, in10001, in10010);
		run node(in10100, in00100, in11100, in10000, in10110, in10101);
		run node(in10101, in00101, in11101, in10001, in10111, in10100);
		run node(in10110, in00110, in11110, in10010, in10100, in10111);
		run node(in10111, in00111, in11111, in10011, in10101, in10110);
		run node(in11000, in01000, in10000, in11100, in11010, in11001);
		run node(in11001, in01001, in10001, in11101, in11011, in11000);
		run node(in11010, in01010, in10010, in11110, in11000, in11011);
		run node(in11011, in01011, in10011, in11111, in11001, in11010);
		run node(in11100, in01100, in10100, in11000, in11110, in11101);
		run node(in11101, in01101, in10101, in11001, in11111, in11100);
		run node(in11110, in01110, in10110, in11010, in11100, in11111);
		run node(in11111, in01111, in10111, in11011, in11101, in11110)
	}
}
#endif

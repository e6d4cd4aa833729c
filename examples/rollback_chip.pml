/* The rollback chip: memory that can be marked and rolled back, as used for optimistic simulation (Time Warp).
 *
 * From [normalisation], section 4. There are FRAMES frames of LINES lines, used in turn. A mark starts a new frame,
 * giving up the oldest when all are in use; a rollback by n marks drops the last n frames; a write goes to the current
 * frame and sets its written bit; a read finds the latest frame in which the line was written; a reset forgets all but
 * an empty current frame. Each operation is a process that is called, and answers. The user compares every answer with
 * a specification that shifts frames instead of counting modulo FRAMES.
 * Frames may be rotated: cmf and omf moved on by k modulo FRAMES, and the frames with them, give a state that behaves
 * alike. Only one process is enabled at a time, and only the user, picking the next operation, has a choice: almost
 * all states have one successor.
 * The answers agree.
 *
 * configuration           verdict      states     plain
 * -D FRAMES=2 -D LINES=1  verified        501       537
 * -D FRAMES=2 -D LINES=2  verified       2549      2703
 * -D FRAMES=3 -D LINES=1  verified       2548      2716
 * -D FRAMES=3 -D LINES=2  verified      23920     25174
 * -D FRAMES=4 -D LINES=2  verified     185969    194141
 * -D FRAMES=5 -D LINES=2  verified    1291416         -
 * -D FRAMES=4 -D LINES=3  verified    3458729         -
 */
/* oracle: -D FRAMES=2 -D LINES=1 ; -D FRAMES=2 -D LINES=2 ; -D FRAMES=3 -D LINES=1 ; -D FRAMES=3 -D LINES=2 ; -D FRAMES=4 -D LINES=2 */

#ifndef FRAMES
#define FRAMES 4
#endif
#ifndef LINES
#define LINES 2
#endif

#define ARCHIVE FRAMES /* what a read answers when no frame in use has the line */
#define NEXT(f) ((f + 1) % FRAMES)
#define BEFORE(f, d) ((f + FRAMES - d) % FRAMES)

typedef Frame { bool written[LINES] };

/* the chip */
Frame frame[FRAMES];
byte cmf, omf; /* the current and the oldest mark frame: the frames in use go from omf up to cmf, modulo FRAMES */

chan do_reset = [0] of { byte };
chan do_mark = [0] of { byte };
chan do_rollback = [0] of { byte }; /* how many marks */
chan do_write = [0] of { byte };    /* which line */
chan do_read = [0] of { byte };     /* which line */
chan address = [0] of { byte };     /* the frame that has the line, from write and read */
chan done = [0] of { bit };         /* ready for the next operation */

proctype reset()
{
	byte line, n;

end:	do
	:: do_reset?_;
	   do
	   :: n < FRAMES ->
		do
		:: line < LINES -> frame[BEFORE(cmf, n)].written[line] = false; line++
		:: else -> line = 0; break
		od;
		n++
	   :: else -> n = 0; break
	   od;
	   omf = cmf;
	   done!0
	od
}

proctype mark()
{
	byte line;

end:	do
	:: do_mark?_;
	   if
	   :: NEXT(cmf) == omf -> /* every frame is in use: give up the oldest */
		do
		:: line < LINES -> frame[omf].written[line] = false; line++
		:: else -> line = 0; break
		od;
		omf = NEXT(omf)
	   :: else
	   fi;
	   cmf = NEXT(cmf);
	   done!0
	od
}

proctype rollback()
{
	byte line, n;

end:	do
	:: do_rollback?n;
	   do
	   :: n > 0 ->
		do
		:: line < LINES -> frame[cmf].written[line] = false; line++
		:: else -> line = 0; break
		od;
		cmf = BEFORE(cmf, 1);
		n--
	   :: else -> break
	   od;
	   done!0
	od
}

proctype write()
{
	byte line;

end:	do
	:: do_write?line;
	   frame[cmf].written[line] = true;
	   address!cmf;
	   line = 0;
	   done!0
	od
}

proctype read()
{
	byte line, n;

end:	do
	:: do_read?line;
	   do
	   :: frame[BEFORE(cmf, n)].written[line] -> address!BEFORE(cmf, n); break
	   :: else ->
		if
		:: BEFORE(cmf, n) == omf -> address!ARCHIVE; break
		:: else -> n++
		fi
	   od;
	   line = 0;
	   n = 0;
	   done!0
	od
}

/* the specification: a shift register, back[d] being the frame of d marks ago; and the user, who compares the two */
proctype user()
{
	Frame back[FRAMES];
	byte marks; /* how many marks can be rolled back */
	byte line, n, answer;

	do
	:: do_reset!0;
	   atomic {
		done?_;
		d_step {
			for (n : 0 .. FRAMES - 1) {
				for (line : 0 .. LINES - 1) {
					back[n].written[line] = false
				}
			}
			marks = 0; n = 0; line = 0
		}
	   }
	:: do_mark!0;
	   atomic {
		done?_;
		d_step {
			n = FRAMES - 1;
			do
			:: n > 0 ->
				for (line : 0 .. LINES - 1) {
					back[n].written[line] = back[n - 1].written[line]
				}
				n--
			:: else -> break
			od;
			for (line : 0 .. LINES - 1) {
				back[0].written[line] = false
			}
			marks = (marks < FRAMES - 1 -> marks + 1 : marks);
			line = 0
		}
	   }
	:: atomic { marks > 0 -> select(n : 1 .. marks) };
	   do_rollback!n;
	   atomic {
		done?_;
		d_step {
			marks = marks - n;
			do
			:: n > 0 ->
				for (answer : 0 .. FRAMES - 2) {
					for (line : 0 .. LINES - 1) {
						back[answer].written[line] = back[answer + 1].written[line]
					}
				}
				for (line : 0 .. LINES - 1) {
					back[FRAMES - 1].written[line] = false
				}
				n--
			:: else -> break
			od;
			line = 0; answer = 0
		}
	   }
	:: atomic { select(line : 0 .. LINES - 1) };
	   do_write!line;
	   atomic {
		address?answer;
		d_step {
			back[0].written[line] = true;
			assert(answer == cmf);
			line = 0; answer = 0
		}
	   };
	   done?_
	:: atomic { select(line : 0 .. LINES - 1) };
	   do_read!line;
	   atomic {
		address?answer;
		d_step {
			do
			:: n <= marks && !back[n].written[line] -> n++
			:: else -> break
			od;
			assert(answer == (n <= marks -> BEFORE(cmf, n) : ARCHIVE));
			line = 0; answer = 0; n = 0
		}
	   };
	   done?_
	od
}

init {
	atomic {
		run reset(); run mark(); run rollback(); run write(); run read(); run user()
	}
}

#define rand	pan_rand
#define pthread_equal(a,b)	((a)==(b))
#if defined(HAS_CODE) && defined(VERBOSE)
	#ifdef BFS_PAR
		bfs_printf("Pr: %d Tr: %d\n", II, t->forw);
	#else
		cpu_printf("Pr: %d Tr: %d\n", II, t->forw);
	#endif
#endif
	switch (t->forw) {
	default: Uerror("bad forward move");
	case 0:	/* if without executable clauses */
		continue;
	case 1: /* generic 'goto' or 'skip' */
		IfNotBlocked
		_m = 3; goto P999;
	case 2: /* generic 'else' */
		IfNotBlocked
		if (trpt->o_pm&1) continue;
		_m = 3; goto P999;

		 /* PROC :init: */
	case 3: // STATE 1 - /tmp/w/lift2.pml:27 - [(run passenger())] (0:0:0 - 1)
		IfNotBlocked
		reached[2][1] = 1;
		if (!(addproc(II, 1, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 4: // STATE 2 - /tmp/w/lift2.pml:27 - [(run passenger())] (0:0:0 - 1)
		IfNotBlocked
		reached[2][2] = 1;
		if (!(addproc(II, 1, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 5: // STATE 3 - /tmp/w/lift2.pml:27 - [(run passenger())] (0:0:0 - 1)
		IfNotBlocked
		reached[2][3] = 1;
		if (!(addproc(II, 1, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 6: // STATE 4 - /tmp/w/lift2.pml:27 - [(run lift())] (0:0:0 - 1)
		IfNotBlocked
		reached[2][4] = 1;
		if (!(addproc(II, 1, 1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 7: // STATE 6 - /tmp/w/lift2.pml:27 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[2][6] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC lift */
	case 8: // STATE 1 - /tmp/w/lift2.pml:23 - [ring?who,goal] (0:0:3 - 1)
		reached[1][1] = 1;
		if (q_len(now.ring) == 0) continue;

		XX=1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)((P1 *)_this)->who);
		(trpt+1)->bup.ovals[1] = ((int)((P1 *)_this)->goal);
		;
		((P1 *)_this)->who = qrecv(now.ring, XX-1, 0, 0);
#ifdef VAR_RANGES
		logval("lift:who", ((int)((P1 *)_this)->who));
#endif
		;
		((P1 *)_this)->goal = qrecv(now.ring, XX-1, 1, 1);
#ifdef VAR_RANGES
		logval("lift:goal", ((int)((P1 *)_this)->goal));
#endif
		;
		
#ifdef HAS_CODE
		if (readtrail && gui) {
			char simtmp[32];
			sprintf(simvals, "%d?", now.ring);
		sprintf(simtmp, "%d", ((int)((P1 *)_this)->who)); strcat(simvals, simtmp);		strcat(simvals, ",");
		sprintf(simtmp, "%d", ((int)((P1 *)_this)->goal)); strcat(simvals, simtmp);		}
#endif
		;
		if (TstOnly) return 1; /* TT */
		/* dead 2: who */  (trpt+1)->bup.ovals[2] = ((P1 *)_this)->who;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P1 *)_this)->who = 0;
		_m = 4; goto P999; /* 0 */
	case 9: // STATE 2 - /tmp/w/lift2.pml:23 - [floor = goal] (0:0:1 - 1)
		IfNotBlocked
		reached[1][2] = 1;
		(trpt+1)->bup.oval = ((int)now.floor);
		now.floor = ((int)((P1 *)_this)->goal);
#ifdef VAR_RANGES
		logval("floor", ((int)now.floor));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 10: // STATE 3 - /tmp/w/lift2.pml:23 - [assert((floor<3))] (0:0:0 - 1)
		IfNotBlocked
		reached[1][3] = 1;
		spin_assert((((int)now.floor)<3), "(floor<3)", II, tt, t);
		_m = 3; goto P999; /* 0 */
	case 11: // STATE 7 - /tmp/w/lift2.pml:25 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[1][7] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC passenger */
	case 12: // STATE 1 - /tmp/w/lift2.pml:11 - [want = 0] (0:0:1 - 1)
		IfNotBlocked
		reached[0][1] = 1;
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->want);
		((P0 *)_this)->want = 0;
#ifdef VAR_RANGES
		logval("passenger:want", ((int)((P0 *)_this)->want));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 13: // STATE 2 - /tmp/w/lift2.pml:11 - [want = 1] (0:0:1 - 1)
		IfNotBlocked
		reached[0][2] = 1;
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->want);
		((P0 *)_this)->want = 1;
#ifdef VAR_RANGES
		logval("passenger:want", ((int)((P0 *)_this)->want));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 14: // STATE 3 - /tmp/w/lift2.pml:11 - [want = 2] (0:0:1 - 1)
		IfNotBlocked
		reached[0][3] = 1;
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->want);
		((P0 *)_this)->want = 2;
#ifdef VAR_RANGES
		logval("passenger:want", ((int)((P0 *)_this)->want));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 15: // STATE 6 - /tmp/w/lift2.pml:12 - [ring!_pid,want] (0:0:0 - 4)
		IfNotBlocked
		reached[0][6] = 1;
		if (q_full(now.ring))
			continue;
#ifdef HAS_CODE
		if (readtrail && gui) {
			char simtmp[64];
			sprintf(simvals, "%d!", now.ring);
		sprintf(simtmp, "%d", ((int)((P0 *)_this)->_pid)); strcat(simvals, simtmp);		strcat(simvals, ",");
		sprintf(simtmp, "%d", ((int)((P0 *)_this)->want)); strcat(simvals, simtmp);		}
#endif
		
		qsend(now.ring, 0, ((int)((P0 *)_this)->_pid), ((int)((P0 *)_this)->want), 2);
		_m = 2; goto P999; /* 0 */
	case 16: // STATE 7 - /tmp/w/lift2.pml:13 - [called[want] = 1] (0:0:1 - 1)
		IfNotBlocked
		reached[0][7] = 1;
		(trpt+1)->bup.oval = ((int)called[ Index(((int)((P0 *)_this)->want), 3) ]);
		called[ Index(((P0 *)_this)->want, 3) ] = 1;
#ifdef VAR_RANGES
		logval("called[passenger:want]", ((int)called[ Index(((int)((P0 *)_this)->want), 3) ]));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 17: // STATE 8 - /tmp/w/lift2.pml:14 - [((floor==want))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][8] = 1;
		if (!((((int)now.floor)==((int)((P0 *)_this)->want))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 18: // STATE 9 - /tmp/w/lift2.pml:15 - [called[want] = 0] (0:0:1 - 1)
		IfNotBlocked
		reached[0][9] = 1;
		(trpt+1)->bup.oval = ((int)called[ Index(((int)((P0 *)_this)->want), 3) ]);
		called[ Index(((P0 *)_this)->want, 3) ] = 0;
#ifdef VAR_RANGES
		logval("called[passenger:want]", ((int)called[ Index(((int)((P0 *)_this)->want), 3) ]));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 19: // STATE 13 - /tmp/w/lift2.pml:17 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[0][13] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */
	case  _T5:	/* np_ */
		if (!((!(trpt->o_pm&4) && !(trpt->tau&128))))
			continue;
		/* else fall through */
	case  _T2:	/* true */
		_m = 3; goto P999;
#undef rand
	}


	switch (t->back) {
	default: Uerror("bad return move");
	case  0: goto R999; /* nothing to undo */

		 /* PROC :init: */

	case 3: // STATE 1
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 4: // STATE 2
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 5: // STATE 3
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 6: // STATE 4
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 7: // STATE 6
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC lift */

	case 8: // STATE 1
		;
	/* 0 */	((P1 *)_this)->who = trpt->bup.ovals[2];
		XX = 1;
		unrecv(now.ring, XX-1, 0, ((int)((P1 *)_this)->who), 1);
		unrecv(now.ring, XX-1, 1, ((int)((P1 *)_this)->goal), 0);
		((P1 *)_this)->who = trpt->bup.ovals[0];
		((P1 *)_this)->goal = trpt->bup.ovals[1];
		;
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;

	case 9: // STATE 2
		;
		now.floor = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 11: // STATE 7
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC passenger */

	case 12: // STATE 1
		;
		((P0 *)_this)->want = trpt->bup.oval;
		;
		goto R999;

	case 13: // STATE 2
		;
		((P0 *)_this)->want = trpt->bup.oval;
		;
		goto R999;

	case 14: // STATE 3
		;
		((P0 *)_this)->want = trpt->bup.oval;
		;
		goto R999;

	case 15: // STATE 6
		;
		_m = unsend(now.ring);
		;
		goto R999;

	case 16: // STATE 7
		;
		called[ Index(((P0 *)_this)->want, 3) ] = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 18: // STATE 9
		;
		called[ Index(((P0 *)_this)->want, 3) ] = trpt->bup.oval;
		;
		goto R999;

	case 19: // STATE 13
		;
		p_restor(II);
		;
		;
		goto R999;
	}


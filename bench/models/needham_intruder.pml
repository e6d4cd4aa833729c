/* Needham-Schroeder public key protocol, an initiator, a responder and an
 * intruder that reads everything and sends what it knows. */
mtype = { none, alice, bob, eve, nonceA, nonceB, nonceE, keyA, keyB, keyE, ok, err };

typedef Crypt { mtype key, d1, d2 };

chan net = [0] of { byte, mtype, mtype, mtype, mtype };	/* kind, receiver, key, d1, d2 */
mtype partnerA = none, partnerB = none;
mtype statusA = err, statusB = err;
bool knows_A = false, knows_B = false;

active proctype Alice()
{
	mtype pkey, data;

	if
	:: partnerA = bob; pkey = keyB
	:: partnerA = eve; pkey = keyE
	fi;
	net!1(partnerA, pkey, alice, nonceA);
	net?2(alice, keyA, nonceA, data);
	net!3(partnerA, pkey, data, none);
	statusA = ok;
	assert(partnerA != bob || statusA == ok)
}

active proctype Bob()
{
	mtype pkey, data;

	net?1(bob, keyB, partnerB, data);
	if
	:: partnerB == alice -> pkey = keyA
	:: partnerB == eve -> pkey = keyE
	:: else -> goto done
	fi;
	net!2(partnerB, pkey, data, nonceB);
	net?3(bob, keyB, nonceB, _);
	statusB = ok;
done:	skip
}

active proctype Eve()
{
	mtype rcpt, d, key, key2, d1, d2;
	Crypt stored;
	byte kind, kind2;

end:	do
	:: net?kind(_, key, d1, d2) ->
		if
		:: key == keyE ->
			if
			:: d1 == nonceA || d2 == nonceA -> knows_A = true
			:: else
			fi;
			if
			:: d1 == nonceB || d2 == nonceB -> knows_B = true
			:: else
			fi
		:: else ->
			if
			:: atomic { stored.key = key; stored.d1 = d1; stored.d2 = d2; kind2 = kind }
			:: skip
			fi
		fi
	:: if
	   :: rcpt = alice
	   :: rcpt = bob
	   fi;
	   if
	   :: kind2 != 0 -> net!kind2(rcpt, stored.key, stored.d1, stored.d2)
	   :: key2 = keyA; d = (knows_A -> nonceA : nonceE);
		if
		:: knows_B -> net!2(rcpt, key2, d, nonceB)
		:: net!2(rcpt, key2, d, nonceE)
		fi
	   :: key2 = keyB;
		if
		:: net!1(rcpt, key2, eve, nonceE)
		:: net!1(rcpt, key2, alice, (knows_A -> nonceA : nonceE))
		:: knows_B -> net!3(rcpt, key2, nonceB, none)
		fi
	   fi;
	   rcpt = none; d = none; key2 = none
	od
}

/* Three kinds of parcels; whatever is sent arrives. With WEIGHED, one kind is told from the others. */
/*@ scalarset */ byte parcel;
chan post = [2] of { byte };

active proctype sender()
{
	do
	:: if :: parcel = 1 :: parcel = 2 :: parcel = 3 fi; post!parcel; parcel = 0
	od
}

active proctype receiver()
{
	byte got;

	do
	:: post?got
#ifdef WEIGHED
	:: got == 2 -> got = 0
#endif
	od
}

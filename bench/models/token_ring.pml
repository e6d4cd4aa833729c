/* A token goes round a ring. A station may fail for a while, forwards then
 * without using the token, and recovers. */
#ifndef N
#define N 4
#endif

chan link[N] = [1] of { bit };
byte owner = 255;
byte uses[N];

active [N] proctype Station()
{
	bit t;
	byte tries;
	bool failed;

	if
	:: _pid == 0 -> link[1 % N]!1
	:: else
	fi;
end:	do
	:: link[_pid]?t ->
		if
		:: !failed ->
			if
			:: assert(owner == 255);
			   owner = _pid;
			   uses[_pid] = (uses[_pid] + 1) % 2;
			   owner = 255
			:: skip
			fi
		:: failed
		fi;
		link[(_pid + 1) % N]!t;
		t = 0
	:: !failed && tries < 2 -> failed = true; tries++
	:: failed -> failed = false
	od
}

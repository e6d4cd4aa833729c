/* Corner: one label for each location and a choice behind it, as translators write it
 * expect plain: violated (deadlock), 49 states, 87 transitions, 1 errors
 * expect spin: violated (deadlock), 34 states, 57 transitions, 1 errors
 */
#define N 2
byte turn=0; byte flag[2]; int want[2];
active proctype P_0() { byte j=0; int k;
NCS: if :: d_step{flag[0]=1;j=0;}; goto wait; fi;
wait: if :: j<N && (flag[j]==0||j==0); j=j+1; goto wait; :: j==N; goto CS; fi;
CS: if :: flag[0]=0; goto NCS; fi; }
active proctype P_1() { byte j=0;
NCS: if :: d_step{flag[1]=1;j=0;}; goto wait; fi;
wait: if :: j<N && (flag[j]==0||j==1); j=j+1; goto wait; :: j==N; goto CS; fi;
CS: if :: flag[1]=0; goto NCS; fi; }

/* For preprocess_include.pml. */
#ifndef INCLUDED
#define INCLUDED
#define STEP 2
inline INCREMENT(v) { v = v + STEP }
#endif

/* More states than anybody waits for. */
int a, b, c;
active proctype count_a() { do :: a < 1000000 -> a++ od }
active proctype count_b() { do :: b < 1000000 -> b++ od }
active proctype count_c() { do :: c < 1000000 -> c++ od }

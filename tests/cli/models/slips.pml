/* Several things wrong at once: a name misspelt, a name given twice. */
byte count;
byte count;
active proctype p() {
  coutn = 1;
  assert(count == 1)
}

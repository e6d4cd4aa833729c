byte count;
active proctype p() { coutn = 1; count = }

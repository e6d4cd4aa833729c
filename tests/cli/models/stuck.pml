/* Both want both, and each takes another one first. */
bool left, right;
active proctype first() {
  atomic { !left -> left = true };
  atomic { !right -> right = true }
}
active proctype second() {
  atomic { !right -> right = true };
  if
  :: atomic { !left -> left = true }
  :: right == false -> skip
  fi
}

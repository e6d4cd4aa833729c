/* What a page must not take for markup or for code: </script><script>window.escaped = 1</script> */
mtype = { constructor, toString };
chan __proto__ = [1] of { mtype };
byte hasOwnProperty;

active proctype valueOf() {
  printf("</script><img src=x onerror='window.escaped = 1'>\n");
  __proto__ ! constructor;
  hasOwnProperty = 7
}

active proctype isPrototypeOf() {
  mtype m;
  __proto__ ? m;
  hasOwnProperty == 7;
  assert(m == toString)
}

Verified for every number of elements, with a certificate that another checker accepts.

  $ quotient check token.m --for-every Node --engine interpreter --certificate token.json

  $ quotient certify token.m token.json

  $ quotient check token.m --for-every Node --engine interpreter --json - | grep -A 4 '"for_every"'

A certificate without one of its views, or for another text, shows nothing.

  $ sed 's/,\[\[2,0\],\[2,0\]\]//; s/\[\[\[2,0\],\[2,0\]\],/[/; s/\[\[\[1,0\],\[1,0\]\],/[/; s/\[\[\[1,0\]\],/[/' token.json > less.json; cmp -s token.json less.json; echo $?; quotient certify token.m less.json

  $ cp token.m other.m; echo '-- more' >> other.m; quotient certify other.m token.json

  $ echo '{}' > empty.json; quotient certify token.m empty.json

  $ quotient certify token.m

Whoever is outside hands on the token: two are enough to see it.

  $ sed 's/rule "hand on" token = n & /rule "hand on" /' token.m > broken.m; quotient check broken.m --for-every Node --engine interpreter --trace broken.json

  $ quotient replay broken.m broken.json --quiet

  $ quotient check token.m --set Node=5 --quiet --engine interpreter

  $ quotient check token.m --set N=4 --quiet --engine interpreter

  $ quotient check token.m --set M=4

What is not parametric is refused with its line.

  $ quotient check counted.m --for-every Node

  $ quotient check token.m --for-every Client

  $ quotient check token.m --for-every Where

  $ quotient check token.m --for-every Node --property deadlock

  $ quotient check token.m --for-every Node --set Node=3

  $ quotient check token.m --views 2

  $ quotient check toggle.pml --for-every Node

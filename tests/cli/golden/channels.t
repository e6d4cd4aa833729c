Messages are shown as they are sent and received.

  $ quotient check pipeline.pml --steps spin --quiet
  violated: invalid end state, after 4 steps
  [1]

  $ quotient check pipeline.pml --steps spin | grep -E 'sends|receives|handshake|prints'
                                       sends queue!request,3
                                       receives queue?request,3
                                       sends reply!answer
                                       handshake reply: answer from server(1) to client(0)
                                       prints answered

#!/usr/bin/env python3
"""Draws the pictures of symmetry-explained.md: run it in its folder. Each has a ground of its own, so that it can be read on
a white page and on a black one."""

import math
import os

HERE = os.path.dirname(os.path.abspath(__file__))
STYLE = """
  .ground { fill: #fbfaf6 } text { font-family: Helvetica, Arial, sans-serif; font-size: 14px; fill: #22252a }
  .small { font-size: 12px; fill: #5b616b } .title { font-size: 15px; font-weight: bold }
  .edge { stroke: #8b919b; stroke-width: 1.6; fill: none } .tip { fill: #8b919b }
  .grid { stroke: #dcdad2; stroke-width: 1 } .node { stroke: #22252a; stroke-width: 1.4 }
  .c0 { fill: #ffffff } .c1 { fill: #f6c177 } .c2 { fill: #9ccfd8 } .c3 { fill: #c4a7e7 } .c4 { fill: #eb9a9a }
  .node text, .on { fill: #22252a } .many { stroke: #c4423f; stroke-width: 3; fill: none } .few { stroke: #2a7f8e;
  stroke-width: 3; fill: none } .manyt { fill: #c4423f } .fewt { fill: #2a7f8e }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #1d2026 } text { fill: #e6e4dd } .small { fill: #a9adb5 } .grid { stroke: #353a43 }
    .node { stroke: #e6e4dd } .c0 { fill: #3a4049 } .c1 { fill: #a8701f } .c2 { fill: #2f7480 } .c3 { fill: #6b4a99 }
    .c4 { fill: #96403f } .on { fill: #ffffff } .many { stroke: #f08784 } .few { stroke: #7fd0dd } .manyt { fill: #f08784 }
    .fewt { fill: #7fd0dd }
  }
"""


class Picture:
    def __init__(self, name, width, height, words):
        self.name, self.width, self.height, self.words, self.parts = name, width, height, words, []

    def add(self, text):
        self.parts.append(text)

    def text(self, x, y, words, kind="", anchor="middle"):
        self.add(f'<text x="{x:.0f}" y="{y:.0f}" class="{kind}" text-anchor="{anchor}">{words}</text>')

    def node(self, x, y, words, colour, wide=34, high=18):
        self.add(f'<rect x="{x - wide:.0f}" y="{y - high:.0f}" width="{2 * wide}" height="{2 * high}" rx="{high}" '
                 f'class="node c{colour}"/>')
        self.text(x, y + 5, words, "on")

    def arrow(self, a, b, bend=0, from_size=(23, 23), to_size=(23, 23)):
        """From one point to another, bent to the left by so much, ending at the rims of nodes of these half sizes."""
        (x1, y1), (x2, y2) = a, b
        length = math.hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        cx, cy = (x1 + x2) / 2 + uy * bend, (y1 + y2) / 2 - ux * bend

        def rim(px, py, size):
            angle = math.atan2(cy - py, cx - px)
            c, s = math.cos(angle), math.sin(angle)
            reach = min(size[0] / max(abs(c), 0.01), size[1] / max(abs(s), 0.01))
            return px + c * reach, py + s * reach

        (sx, sy), (ex, ey) = rim(x1, y1, from_size), rim(x2, y2, to_size)
        self.add(f'<path class="edge" d="M{sx:.1f},{sy:.1f} Q{cx:.1f},{cy:.1f} {ex:.1f},{ey:.1f}"/>')
        angle = math.atan2(ey - cy, ex - cx)
        corners = [(ex, ey)] + [(ex - 9 * math.cos(angle + t), ey - 9 * math.sin(angle + t)) for t in (0.42, -0.42)]
        self.add('<polygon class="tip" points="' + " ".join(f"{x:.1f},{y:.1f}" for x, y in corners) + '"/>')

    def write(self):
        with open(os.path.join(HERE, self.name), "w", encoding="utf-8") as out:
            out.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
                      f'width="{self.width}" height="{self.height}" role="img" aria-label="{self.words}">\n'
                      f"<title>{self.words}</title>\n<style>{STYLE}</style>\n"
                      f'<rect class="ground" width="{self.width}" height="{self.height}" rx="10"/>\n'
                      + "\n".join(self.parts) + "\n</svg>\n")


def fold():
    """The eight states of two visitors, and the five that are left. h: at home, w: at the door, i: inside."""
    p = Picture("fold.svg", 860, 430, "Eight states of two visitors, mirror images in one colour; folded, five are left")
    p.text(230, 30, "every state: 8", "title")
    p.text(660, 30, "up to renaming: 5", "title")
    at = {"home home": (230, 75), "door home": (120, 150), "home door": (340, 150), "in home": (75, 240),
          "door door": (230, 225), "home in": (385, 240), "in door": (140, 330), "door in": (320, 330)}
    colour = {"home home": 0, "door home": 1, "home door": 1, "in home": 2, "home in": 2, "door door": 3, "in door": 4,
              "door in": 4}
    steps = [("home home", "door home", 8), ("home home", "home door", -8), ("door home", "in home", 8),
             ("door home", "door door", 8), ("home door", "door door", -8), ("home door", "home in", -8),
             ("in home", "home home", 165), ("in home", "in door", 8), ("door door", "in door", 8),
             ("door door", "door in", -8), ("home in", "door in", -8), ("home in", "home home", -165),
             ("in door", "home door", -60), ("door in", "door home", 60)]
    for a, b, bend in steps:
        p.arrow(at[a], at[b], bend, (48, 19), (48, 20))
    for name, (x, y) in at.items():
        p.node(x, y, name, colour[name], 46, 17)
    few = {"both home": (660, 75, 0), "one at the door": (600, 160, 1), "one inside": (560, 255, 2),
           "both at the door": (755, 240, 3), "one inside, one at the door": (660, 340, 4)}
    spot = {name: (x, y) for name, (x, y, _) in few.items()}
    for a, b, bend in [("both home", "one at the door", 8), ("one at the door", "one inside", 8),
                       ("one at the door", "both at the door", 10), ("one inside", "both home", 190),
                       ("one inside", "one inside, one at the door", 12),
                       ("both at the door", "one inside, one at the door", -10),
                       ("one inside, one at the door", "one at the door", 0)]:
        p.arrow(spot[a], spot[b], bend, *((max(46, 4 * len(name)) + 2, 20) for name in (a, b)))
    for name, (x, y, c) in few.items():
        p.node(x, y, name, c, max(46, 4 * len(name)), 17)
    p.text(230, 395, "left: the first visitor, right: the second", "small")
    p.text(660, 395, "who is who does not matter: one state of every colour", "small")
    p.write()


def growth():
    """Peterson's algorithm, as pan counts its states, on a logarithmic scale."""
    numbers = [2, 3, 4, 5, 6, 7, 8]
    whole = [117, 2636, 60577, 1557370, 44795429, 1423732448, 49635057121]
    orbits = [61, 494, 3106, 17321, 89850, 442481, 2094907]
    p = Picture("growth.svg", 720, 400, "States of Peterson's algorithm with 2 to 8 processes: all of them, and up to renaming")
    x = lambda n: 90 + (n - 2) * 90
    y = lambda count: 350 - math.log10(count) * 29
    for power in range(0, 11, 2):
        p.add(f'<line class="grid" x1="80" x2="660" y1="{y(10 ** power):.0f}" y2="{y(10 ** power):.0f}"/>')
        label = {0: "1", 2: "100", 4: "10,000", 6: "1 million", 8: "100 million", 10: "10 billion"}[power]
        p.text(74, y(10 ** power) + 4, label, "small", "end")
    for n in numbers:
        p.text(x(n), 376, str(n), "small")
    p.text(370, 394, "processes", "small")
    for counts, kind in ((whole, "many"), (orbits, "few")):
        points = " ".join(f"{x(n):.0f},{y(c):.0f}" for n, c in zip(numbers, counts))
        p.add(f'<polyline class="{kind}" points="{points}"/>')
    p.text(500, 75, "every state", "manyt", "end")
    p.text(500, 248, "one of each orbit", "fewt", "start")
    p.text(x(8) - 6, y(whole[-1]) - 8, "49,635,057,121", "manyt", "end")
    p.text(x(8) + 30, y(orbits[-1]) - 12, "2,094,907", "fewt", "end")
    p.write()


def shapes():
    """What can be exchanged depends on who talks to whom."""
    p = Picture("shapes.svg", 860, 270, "Four alike: 24 renamings. A ring of four: 4 rotations. Two servers with three clients each: 72")
    p.text(140, 30, "all alike", "title")
    for x, y in ((80, 90), (200, 90), (80, 180), (200, 180)):
        p.node(x, y, "p", 1, 20, 20)
    p.text(140, 235, "any order: 4! = 24 renamings", "small")
    p.text(400, 30, "a ring", "title")
    ring = [(400, 75), (465, 135), (400, 195), (335, 135)]
    for i in range(4):
        p.arrow(ring[i], ring[(i + 1) % 4], 12)
    for x, y in ring:
        p.node(x, y, "p", 2, 20, 20)
    p.text(400, 235, "turning only: 4 renamings", "small")
    p.text(690, 30, "a tree", "title")
    root, servers = (690, 70), [(610, 125), (770, 125)]
    for i, s in enumerate(servers):
        p.add(f'<line class="edge" x1="{root[0]}" y1="{root[1]}" x2="{s[0]}" y2="{s[1]}"/>')
        for k in (-1, 0, 1):
            p.add(f'<line class="edge" x1="{s[0]}" y1="{s[1]}" x2="{s[0] + 48 * k}" y2="190"/>')
            p.node(s[0] + 48 * k, 190, "c", 3, 17, 17)
        p.node(*s, "s", 4, 20, 20)
    p.node(*root, "d", 0, 20, 20)
    p.text(690, 235, "3! · 3! · 2 = 72 renamings", "small")
    p.write()


def broken():
    """A formula that names one process."""
    p = Picture("broken.svg", 720, 210, "Four clients are interchangeable; a formula about client 1 leaves three")
    for left, heading, words, named in ((60, "the model", "4! = 24 renamings", False),
                                        (420, "with a formula about client 1", "3! = 6 renamings", True)):
        p.text(left + 120, 34, heading, "title")
        for i in range(4):
            p.node(left + 80 * i, 100, f"client {i + 1}", 0 if named and i == 0 else 1, 35, 18)
        p.text(left + 120, 165, words, "small")
    p.write()


fold()
growth()
shapes()
broken()

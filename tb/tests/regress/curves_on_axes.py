# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Curves as SVG: panels with axes, lines or points by name, and a legend. The same numbers give the same bytes."""

import math
import xml.dom.minidom
from xml.sax.saxutils import escape

COLOURS = ("#1f5f99", "#c33", "#383", "#774499", "#d60", "#088", "#555")
WIDTH, HEIGHT = 520, 260  # of a panel
LEFT, RIGHT, ABOVE, BELOW = 62, 12, 30, 44


class Panel:
    """Curves over two axes.

    title, x, y  words: of the panel and of the axes, units included
    lines        {name: [(x, y)]}, in the order of their colours
    level        {name: y}: drawn across, dashed
    points       names of `lines` that are drawn as points
    """

    def __init__(self, title, x, y, lines, level=None, points=()):
        self.title, self.x, self.y, self.lines, self.level, self.points = title, x, y, lines, level or {}, points

    def limits(self):
        xs = [x for line in self.lines.values() for x, _ in line]
        ys = [y for line in self.lines.values() for _, y in line] + list(self.level.values())
        low = 0 if min(ys) >= 0 and min(ys) < 0.5 * max(ys) else min(ys)
        return min(xs), max(xs), low, max(ys)


def steps(low, high):
    """Round numbers from low to high, about five."""
    rough = (high - low) / 5
    unit = 10 ** math.floor(math.log10(rough))
    step = next(unit * times for times in (1, 2, 5, 10) if unit * times >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(step * n, 9) for n in range(first, math.floor(high / step + 1e-9) + 1)]


def path(line, at_x, at_y):
    return "M" + " ".join(f"{at_x(x):.1f} {at_y(y):.1f}" for x, y in line)


def drawn(panel, left, top):
    """The parts of a panel whose corner is there."""
    low_x, high_x, low_y, high_y = panel.limits()
    right, bottom = left + WIDTH - RIGHT, top + HEIGHT - BELOW
    begin, above = left + LEFT, top + ABOVE

    def at_x(x):
        return begin + (right - begin) * (x - low_x) / (high_x - low_x)

    def at_y(y):
        return bottom - (bottom - above) * (y - low_y) / (high_y - low_y)

    parts = [f'<text x="{begin}" y="{top + 18}" font-weight="bold">{escape(panel.title)}</text>']
    for x in steps(low_x, high_x):
        parts.append(f'<path d="M{at_x(x):.1f} {above}V{bottom}" stroke="#eee"/><text x="{at_x(x):.1f}" y="{bottom + 15}" text-anchor="middle">{x:g}</text>')
    for y in steps(low_y, high_y):
        parts.append(f'<path d="M{begin} {at_y(y):.1f}H{right}" stroke="#eee"/><text x="{begin - 6}" y="{at_y(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
    parts.append(f'<path d="M{begin} {above}V{bottom}H{right}" fill="none" stroke="#333"/>'
                 f'<text x="{(begin + right) / 2:.0f}" y="{bottom + 32}" text-anchor="middle">{escape(panel.x)}</text>'
                 f'<text transform="translate({left + 14} {(above + bottom) / 2:.0f}) rotate(-90)" text-anchor="middle">{escape(panel.y)}</text>')
    for y in panel.level.values():
        parts.append(f'<path d="M{begin} {at_y(y):.1f}H{right}" stroke="#333" stroke-dasharray="4 3"/>')
    for colour, (name, line) in zip(COLOURS, panel.lines.items()):
        if name in panel.points:
            parts += [f'<circle cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="3" fill="none" stroke="{colour}"/>' for x, y in line]
        else:
            parts.append(f'<path d="{path(line, at_x, at_y)}" fill="none" stroke="{colour}" stroke-width="1.3"/>')
    return parts


def legend(panel, left, top):
    """Names beside their colours, and the height that they take."""
    parts, rows = [], [*panel.lines, *panel.level]
    for n, name in enumerate(rows):
        y = top + 16 * n + 8
        look = f'stroke="{COLOURS[n]}" stroke-width="2"' if n < len(panel.lines) else 'stroke="#333" stroke-dasharray="4 3"'
        parts.append(f'<path d="M{left + LEFT} {y}h22" {look}/><text x="{left + LEFT + 28}" y="{y + 4}">{escape(name)}</text>')
    return parts, 16 * len(rows) + 10


def drawing(title, panels):
    """An SVG of panels side by side, two in a row."""
    parts, top = [], 4
    for row in (panels[n:n + 2] for n in range(0, len(panels), 2)):
        heights = []
        for column, panel in enumerate(row):
            parts += drawn(panel, WIDTH * column, top)
            names, height = legend(panel, WIDTH * column, top + HEIGHT)
            parts += names
            heights.append(height)
        top += HEIGHT + max(heights)
    width = WIDTH * min(2, len(panels))
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" font-family="sans-serif" font-size="12">',
            f"<title>{escape(title)}</title>", f'<rect width="{width}" height="{top}" fill="#fff"/>']
    text = "\n".join([*head, *parts, "</svg>"]) + "\n"
    xml.dom.minidom.parseString(text)
    return text

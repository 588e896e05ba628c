# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Curves of runs as an SVG of panels, byte for byte the same for the same runs."""

import html
import xml.dom.minidom

COLOURS = ("#1f5f99", "#a33", "#383", "#c80", "#774499")
WIDTH, HEIGHT, LEFT, TOP, GAP_X, GAP_Y = 380, 120, 50, 46, 60, 34


class Panel:
    """One set of axes.

    title, unit  what stands above it
    lines        {name: [(x, y)]}, ascending in x; y of None leaves a gap
    levels       {what: y}, dashed
    x, y         the last of each axis; both begin at 0
    """

    def __init__(self, title, unit, lines, x, y, levels=None):
        self.title, self.unit, self.lines, self.x, self.y, self.levels = title, unit, lines, x, y, levels or {}


def path_of(points, panel, left, top):
    """Steps and slopes in tenths of a pixel, without points that add nothing."""
    text, pen, last = [], "M", None
    kept = []
    for number, (x, y) in enumerate(points):
        if y is None:
            kept.append(None)
            continue
        at = (round(left + x / panel.x * WIDTH, 1), round(top + HEIGHT - min(y, panel.y) / panel.y * HEIGHT, 1))
        level = len(kept) > 1 and kept[-1] is not None and kept[-2] is not None and kept[-1][1] == kept[-2][1] == at[1]
        if level:
            kept[-1] = at
        else:
            kept.append(at)
    for at in kept:
        if at is None:
            pen = "M"
        elif at != last:
            text.append(f"{pen}{at[0]:g} {at[1]:g}")
            pen = "L"
        last = at
    return "".join(text)


def drawn_panel(panel, colours, left, top, unit_of_x):
    parts = [f'<text x="{left}" y="{top - 8}" font-weight="bold">{html.escape(panel.title)}</text>',
             f'<text x="{left - 6}" y="{top + 4}" text-anchor="end" fill="#777">{panel.y:g} {panel.unit}</text>',
             f'<text x="{left - 6}" y="{top + HEIGHT + 4}" text-anchor="end" fill="#777">0</text>',
             f'<text x="{left + WIDTH}" y="{top + HEIGHT + 14}" text-anchor="end" fill="#777">{panel.x:g} {unit_of_x}</text>',
             f'<path d="M{left} {top}V{top + HEIGHT}H{left + WIDTH}" stroke="#999" fill="none"/>']
    for what, y in panel.levels.items():
        at = top + HEIGHT - y / panel.y * HEIGHT
        parts.append(f'<path d="M{left} {at:g}H{left + WIDTH}" stroke="#000" stroke-dasharray="4 3" stroke-width="0.7"/>'
                     f'<text x="{left + WIDTH - 4}" y="{at - 3:g}" text-anchor="end" fill="#000">{html.escape(what)}</text>')
    for name, points in panel.lines.items():
        parts.append(f'<path d="{path_of(points, panel, left, top)}" stroke="{colours[name]}" fill="none"/>')
    return parts


def drawing(title, rows, unit_of_x):
    """The SVG of rows of panels, with a legend of the names of their lines."""
    names = list(dict.fromkeys(name for row in rows for panel in row for name in panel.lines))
    colours = dict(zip(names, COLOURS, strict=False))
    width = LEFT + max(len(row) for row in rows) * (WIDTH + GAP_X)
    height = TOP + len(rows) * (HEIGHT + GAP_Y) + 26
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
             f"<title>{html.escape(title)}</title>", f'<rect width="{width}" height="{height}" fill="#fff"/>',
             f'<text x="{LEFT}" y="18" font-size="13" font-weight="bold">{html.escape(title)}</text>']
    for number, row in enumerate(rows):
        for column, panel in enumerate(row):
            parts += drawn_panel(panel, colours, LEFT + column * (WIDTH + GAP_X), TOP + number * (HEIGHT + GAP_Y), unit_of_x)
    at = LEFT
    for name in names:
        parts.append(f'<path d="M{at} {height - 14}h18" stroke="{colours[name]}" stroke-width="2"/>'
                     f'<text x="{at + 22}" y="{height - 10}">{html.escape(name)}</text>')
        at += 40 + 6 * len(name)
    text = "\n".join([*parts, "</svg>"]) + "\n"
    xml.dom.minidom.parseString(text)
    return text


def steady(points, share=0.25):
    """Mean of the y of the last part of the points."""
    tail = [y for _, y in points[int(len(points) * (1 - share)):]]
    return sum(tail) / len(tail)


def flat_from(points, within):
    """The first x from which on y stays that near its steady mean; None: it does not for the last twentieth."""
    mean, found = steady(points), None
    for x, y in reversed(points):
        if abs(y - mean) > within:
            break
        found = x
    return found if found is not None and found <= 0.95 * points[-1][0] else None


def self_test():
    """Problems with the drawing of curves that are known."""
    panel = Panel("a & b", "KB", {"one": [(0, 0), (1, 5), (2, 5), (3, 5), (4, None), (5, 10)]}, 5, 10, {"level": 5})
    wrong = []
    path = path_of(panel.lines["one"], panel, 0, 0)
    if path != f"M0 {HEIGHT}L{WIDTH / 5:g} {HEIGHT / 2:g}L{3 * WIDTH / 5:g} {HEIGHT / 2:g}M{WIDTH} 0":
        wrong.append(f"a path is {path}")
    text = drawing("t", [[panel]], "ms")
    if "a &amp; b" not in text or "stroke-dasharray" not in text:
        wrong.append("a title or a level is missing")
    if flat_from([(0, 0), (1, 9), (2, 10), (3, 10), (4, 10)], 1) != 1 or flat_from([(0, 0), (1, 10), (2, 0), (3, 10)], 1) is not None:
        wrong.append("flat_from is wrong")
    return wrong

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plots of sweep.html: lines on logarithmic axes as SVG, drawn from the numbers in the page.
"use strict";

(function () {
  const data = JSON.parse(document.getElementById("sweep-data").textContent);
  const WIDTH = 640, HEIGHT = 380, LEFT = 74, RIGHT = 12, TOP = 10, BOTTOM = 44;
  const COLOURS = ["#3f7fd0", "#d9822b", "#2f9e6e", "#c2467f", "#7b61c9", "#8a8f2a", "#1f9bb0", "#b5533c", "#6c7a89",
    "#b08a1e", "#4d6fa8", "#a2569c", "#4f9a3d", "#d06a6a"];
  const KINDS = [["flip_flop", "flip-flops"], ["sram", "SRAM"], ["tcam", "TCAM"]];
  const chosen = {
    kind: "flip_flop",
    ports: nearest(data.ports, 32),
    classes: data.classes.length - 1,
    rate: nearest(data.rates, 100e9),
    stages: nearest(data.stages, 16),
  };
  const hidden = {};
  const drawn = {};

  // The axis value next to `wanted`.
  function nearest(values, wanted) {
    return values.reduce((best, value, i) =>
      (Math.abs(Math.log(value / wanted)) < Math.abs(Math.log(values[best] / wanted)) ? i : best), 0);
  }
  function pointAt(ports, classes, rate, stages) {
    return ((ports * data.classes.length + classes) * data.rates.length + rate) * data.stages.length + stages;
  }
  function scaled(value, units) {
    const unit = units.find(([size]) => Math.abs(value) >= size) || units[units.length - 1];
    return Number((value / unit[0]).toPrecision(4)) + " " + unit[1];
  }
  const decimal = (name, thousand) => [[1e12, "T" + name], [1e9, "G" + name], [1e6, "M" + name], [1e3, thousand + name], [1, name]];
  const rateText = (bps) => scaled(bps, decimal("bps", "K"));
  const bitText = (bits) => scaled(bits, decimal("bit", "k"));
  const byteText = (bytes) => scaled(bytes, [[1e9, "GB"], [1e6, "MB"], [1e3, "KB"], [1, "B"]]);

  function element(name, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    if (text !== undefined) { made.textContent = text; }
    return made;
  }

  // A logarithmic axis over `values`, which may be one value only.
  function axis(values, from, to, round) {
    let low = Math.min(...values), high = Math.max(...values);
    if (round) {
      low = 10 ** Math.floor(Math.log10(low));
      high = 10 ** Math.ceil(Math.log10(high));
    }
    if (low === high) { low /= 2; high *= 2; }
    const place = (value) => from + (Math.log(value / low) / Math.log(high / low)) * (to - from);
    return {low, high, place};
  }

  function drawGrid(svg, plot, x, y) {
    for (let power = Math.ceil(Math.log10(y.low) - 1e-9); power <= Math.log10(y.high) + 1e-9; ++power) {
      const at = y.place(10 ** power);
      svg.append(element("line", {class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: at, y2: at}));
      svg.append(element("text", {x: LEFT - 8, y: at + 4, "text-anchor": "end"}, plot.yText(10 ** power)));
    }
    plot.x.forEach((value) => {
      const at = x.place(value);
      svg.append(element("line", {class: "grid", x1: at, x2: at, y1: TOP, y2: HEIGHT - BOTTOM}));
      svg.append(element("text", {x: at, y: HEIGHT - BOTTOM + 17, "text-anchor": "middle"}, plot.xText(value)));
    });
    svg.append(element("text", {class: "title", x: (LEFT + WIDTH) / 2, y: HEIGHT - 8, "text-anchor": "middle"},
      plot.xTitle));
  }

  function drawLine(svg, plot, line, x, y) {
    // Zeros have no place on a logarithmic axis.
    const points = plot.x.map((value, i) => [value, line.y[i]]).filter(([, value]) => value > 0);
    svg.append(element("polyline", {
      stroke: line.colour, "stroke-dasharray": line.dash || "none",
      points: points.map(([at, value]) => x.place(at).toFixed(1) + "," + y.place(value).toFixed(1)).join(" "),
    }));
    points.forEach(([at, value]) => {
      const dot = element("circle", {cx: x.place(at), cy: y.place(value), r: 3.5, fill: line.colour});
      dot.append(element("title", {}, line.name + ", " + plot.xText(at) + ": " + plot.yText(value)));
      svg.append(dot);
    });
  }

  function legend(section, plot) {
    const box = section.querySelector(".legend");
    box.replaceChildren();
    plot.lines.forEach((line) => {
      const key = plot.id + "/" + line.name;
      const button = document.createElement("button");
      const swatch = document.createElement("span");
      swatch.className = "swatch" + (line.dash ? " dashed" : "");
      swatch.style.borderTopColor = line.colour;
      button.append(swatch, line.name);
      button.classList.toggle("off", hidden[key] === true);
      button.addEventListener("click", () => { hidden[key] = !hidden[key]; draw(plot); });
      box.append(button);
    });
  }

  function draw(plot) {
    const section = document.getElementById("plot-" + plot.id);
    const svg = section.querySelector("svg");
    svg.setAttribute("viewBox", "0 0 " + WIDTH + " " + HEIGHT);
    svg.replaceChildren();
    plot.lines = plot.lines.filter((line) => line.y.some((value) => value > 0));
    legend(section, plot);
    const shown = plot.lines.filter((line) => hidden[plot.id + "/" + line.name] !== true);
    const limits = plot.limits || [];
    const values = shown.flatMap((line) => line.y).filter((value) => value > 0).concat(limits.map((limit) => limit.y));
    drawn[plot.id] = shown.length;
    if (values.length === 0) {
      svg.append(element("text", {x: WIDTH / 2, y: HEIGHT / 2, "text-anchor": "middle"}, "none of this kind"));
      return;
    }
    const x = axis(plot.x, LEFT + 14, WIDTH - RIGHT - 20, false);
    const y = axis(values, HEIGHT - BOTTOM, TOP, true);
    drawGrid(svg, plot, x, y);
    limits.forEach((limit) => {
      const at = y.place(limit.y);
      svg.append(element("line", {class: "limit", x1: LEFT, x2: WIDTH - RIGHT, y1: at, y2: at}));
      svg.append(element("text", {class: "limit", x: LEFT + 4, y: at - 4}, limit.name));
    });
    shown.forEach((line) => drawLine(svg, plot, line, x, y));
  }

  function mechanismLines(pick) {
    return data.mechanisms.map((name, m) => ({
      name: name, colour: COLOURS[m % COLOURS.length], dash: m >= COLOURS.length ? "6 3" : "",
      y: pick((point) => data.bits[chosen.kind][m][point]),
    }));
  }

  function drawAll() {
    const along = {
      ports: (value) => data.ports.map((_, i) => value(pointAt(i, chosen.classes, chosen.rate, chosen.stages))),
      rates: (value) => data.rates.map((_, i) => value(pointAt(chosen.ports, chosen.classes, i, chosen.stages))),
    };
    const ports = {x: data.ports, xText: String, xTitle: "ports"};
    const rates = {x: data.rates, xText: (bps) => String(bps / 1e9), xTitle: "line rate (Gbps)"};
    draw({id: "ports", ...ports, yText: bitText, lines: mechanismLines(along.ports)});
    draw({id: "rate", ...rates, yText: bitText, lines: mechanismLines(along.rates)});
    draw({
      id: "buffer", ...ports, yText: byteText,
      limits: data.buffers,
      lines: data.rates.map((bps, r) => ({
        name: rateText(bps), colour: COLOURS[r % COLOURS.length],
        y: data.ports.map((count, p) => {
          const point = pointAt(p, chosen.classes, r, chosen.stages);
          return data.pfc[point] * count * data.lossless[point];
        }),
      })),
    });
    draw({
      id: "headroom", ...rates, yText: byteText,
      lines: [["C tau", "c_tau", "6 3"], ["PFC", "pfc", ""], ["GFC, 2 C tau", "gfc", ""], ["CBFC", "cbfc", ""]].map(
        ([name, key, dash], i) => ({name: name, colour: COLOURS[i], dash: dash, y: along.rates((p) => data[key][p])})),
    });
    const marker = document.getElementById("plots-drawn");
    marker.dataset.count = String(Object.keys(drawn).length);
    marker.textContent = Object.entries(drawn).map(([id, count]) => id + " " + count).join(", ");
  }

  function addChoice(title, key, names) {
    const label = document.createElement("label");
    const select = document.createElement("select");
    names.forEach(([value, text]) => {
      const option = document.createElement("option");
      option.value = value;
      option.textContent = text;
      option.selected = String(chosen[key]) === String(value);
      select.append(option);
    });
    select.addEventListener("change", () => {
      chosen[key] = key === "kind" ? select.value : Number(select.value);
      drawAll();
    });
    label.append(title, select);
    document.querySelector("#controls .choice").append(label);
  }

  window.addEventListener("error", (event) => {
    const fault = document.getElementById("script-fault");
    fault.textContent = "The page's script failed: " + event.message;
    fault.style.display = "block";
  });
  const numbered = (values, text) => values.map((value, i) => [i, text(value)]);
  addChoice("bits of", "kind", KINDS);
  addChoice("ports", "ports", numbered(data.ports, String));
  addChoice("classes", "classes", numbered(data.classes, String));
  addChoice("line rate", "rate", numbered(data.rates, rateText));
  addChoice("stages of GFC", "stages", numbered(data.stages, String));
  drawAll();
})();

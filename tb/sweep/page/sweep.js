// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The page of a sweep: one quantity over one axis as a line, over two as a coloured table, over three as one table for
// each value of the third. What the other axes hold, seeds above all, is the spread: lowest, median, highest.
"use strict";

(function () {
  const data = JSON.parse(document.getElementById("sweep-data").textContent);
  const MOST_ROWS = 500, MOST_WORST = 10, NONE = -1;
  // Beside what was measured: whether all expectations held, 1 or 0.
  const quantities = data.quantities.map((quantity, index) => ({...quantity, of: (run) => run.results[index]}));
  quantities.push({name: "expectations held", unit: "", of: (run) => (run.held === null ? null : Number(run.held))});
  const many = data.axes.map((axis, index) => index)
    .filter((index) => data.axes[index].values.length > 1 && !data.axes[index].seeds);
  if (many.length === 0 && data.axes.length > 0) { many.push(0); }
  const axisOr = (place) => (place < many.length ? many[place] : NONE);
  const chosen = {quantity: 0, x: axisOr(0), rows: axisOr(1), panels: axisOr(2), worst: "highest"};

  function make(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  const PREFIXES = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "K"], [1, ""], [1e-3, "m"], [1e-6, "u"], [1e-9, "n"],
    [1e-12, "p"]];
  // As texts of scenarios have it: 456 KB, 4.992 Gbps.
  function human(value, measured) {
    const unit = measured === "bit/s" ? "bps" : measured;
    if (value === null || value === undefined) { return "–"; }
    if (unit === "" || value === 0) { return String(Number(value.toPrecision(5))) + (unit ? " " + unit : ""); }
    const [size, prefix] = PREFIXES.find(([least]) => Math.abs(value) >= least) || PREFIXES[PREFIXES.length - 1];
    return Number((value / size).toPrecision(4)) + " " + prefix + unit;
  }

  // A cell with its value, by which tables sort.
  function numberCell(value, unit) {
    const cell = make("td", {className: "n", textContent: human(value, unit)});
    if (value !== null && value !== undefined) { cell.dataset.value = String(value); }
    return cell;
  }

  // Lowest, median, highest; null where there is nothing.
  function spread(runs, quantity) {
    const values = runs.map(quantity.of).filter((value) => value !== null).sort((a, b) => a - b);
    if (values.length === 0) { return null; }
    const middle = (values.length - 1) / 2;
    return {low: values[0], high: values[values.length - 1], count: values.length,
      median: (values[Math.floor(middle)] + values[Math.ceil(middle)]) / 2};
  }
  const withValue = (runs, axis, value) => (axis === NONE ? runs : runs.filter((run) => run.values[axis] === value));
  const valuesOf = (axis) => (axis === NONE ? [{text: ""}] : data.axes[axis].values);

  function drawLine(panel, runs, quantity) {
    const axis = chosen.x === NONE ? {key: "", unit: "", values: [{text: "all runs", number: null}]} : data.axes[chosen.x];
    const numeric = axis.values.every((value) => value.number !== null);
    const points = axis.values.map((value, index) => ({
      x: numeric ? value.number : index, text: value.text, y: spread(withValue(runs, chosen.x, index), quantity)}));
    points.sort((a, b) => a.x - b.x);
    const box = make("div", {className: "plot line"});
    panel.append(box);
    const tip = make("p", {className: "soft tip"});
    panel.append(tip);
    const median = (point) => (point.y === null ? null : point.y.median);
    // The plot library takes labels and legends as HTML. It gets numbers alone; words of a plan become text of the page
    // when the library has drawn, and the tip stands in the place of its legend.
    const nameTicks = () => box.querySelectorAll(".dygraph-axis-label-x").forEach((tick) => {
      tick.textContent = points[Number(tick.textContent)]?.text ?? tick.textContent;
    });
    const styles = getComputedStyle(document.documentElement);
    const graph = new Dygraph(box, points.map((point) =>
      [point.x, point.y === null ? [null, null, null] : [point.y.low, point.y.median, point.y.high]]), {
      customBars: true, drawPoints: true, pointSize: 3, strokeWidth: 2, labels: ["x", "y"],
      colors: ["#3f7fd0"], gridLineColor: styles.getPropertyValue("--line"), axisLineColor: styles.getPropertyValue("--line"),
      xRangePad: 14, legend: "never", includeZero: quantity.name === "expectations held",
      axes: {
        y: {axisLabelWidth: 90, axisLabelFormatter: (y) => human(y, quantity.unit), valueFormatter: (y) => human(y, quantity.unit)},
        x: {
          axisLabelFormatter: (x) => human(x, axis.unit),
          ...(numeric ? {} : {ticker: () => points.map((point, index) => ({v: point.x, label: String(index)}))}),
        },
      },
      ...(numeric ? {} : {drawCallback: nameTicks}),
      highlightCallback: (event, x) => {
        const point = points.find((each) => each.x === x);
        tip.textContent = axis.key + " " + point.text + ": " + human(median(point), quantity.unit);
      },
      unhighlightCallback: () => { tip.textContent = ""; },
    });
    return graph.numRows();
  }

  function drawTable(panel, runs, quantity, lowest, highest) {
    const xs = valuesOf(chosen.x);
    const head = make("tr", {}, make("th", {textContent: data.axes[chosen.rows].key + " \\ " + data.axes[chosen.x].key}),
      ...xs.map((value) => make("th", {textContent: value.text})));
    const table = make("table", {className: "heat"}, make("thead", {}, head));
    const body = make("tbody", {});
    valuesOf(chosen.rows).forEach((value, r) => {
      const row = make("tr", {}, make("th", {textContent: value.text}));
      xs.forEach((_, x) => {
        const found = spread(withValue(withValue(runs, chosen.rows, r), chosen.x, x), quantity);
        const cell = make("td", {textContent: found === null ? "–" : human(found.median, quantity.unit)});
        if (found !== null) {
          const share = highest > lowest ? (found.median - lowest) / (highest - lowest) : 0;
          cell.style.background = "rgba(63, 127, 208, " + (0.06 + 0.64 * share).toFixed(3) + ")";
          cell.dataset.value = String(found.median);
          cell.title = found.count + " runs, " + human(found.low, quantity.unit) + " to " + human(found.high, quantity.unit);
        }
        row.append(cell);
      });
      body.append(row);
    });
    table.append(body);
    panel.append(make("div", {className: "scroll"}, table));
    return xs.length;
  }

  function drawPicture(quantity) {
    const section = document.getElementById("picture");
    const panels = section.querySelector(".panels");
    panels.replaceChildren();
    section.querySelector("h2").textContent = quantity.name;
    section.querySelector("p").textContent = chosen.rows === NONE
      ? "Median, and from the lowest to the highest of all runs at a point." : "Median of all runs of a cell; point at it for the spread.";
    // One scale of colours for all panels, of the medians.
    const medians = [];
    valuesOf(chosen.panels).forEach((_, p) => valuesOf(chosen.rows).forEach((_, r) => valuesOf(chosen.x).forEach((_, x) => {
      const found = spread(withValue(withValue(withValue(data.runs, chosen.panels, p), chosen.rows, r), chosen.x, x), quantity);
      if (found !== null) { medians.push(found.median); }
    })));
    return valuesOf(chosen.panels).map((value, p) => {
      const panel = make("div", {});
      if (chosen.panels !== NONE) {
        panel.append(make("h3", {textContent: data.axes[chosen.panels].key + " = " + value.text}));
      }
      panels.append(panel);
      const runs = withValue(data.runs, chosen.panels, p);
      return chosen.rows === NONE ? drawLine(panel, runs, quantity)
        : drawTable(panel, runs, quantity, Math.min(...medians), Math.max(...medians));
    });
  }

  const textOf = (run, axis) => data.axes[axis].values[run.values[axis]].text;

  function table(headings, rows) {
    return make("table", {}, make("thead", {}, make("tr", {}, ...headings.map((text) => make("th", {textContent: text})))),
      make("tbody", {}, ...rows));
  }
  function verdict(run) {
    const word = run.state !== "done" ? run.state : run.held ? "held" : "not held";
    return make("td", {textContent: word, className: word.replace(" ", "_"), title: run.message});
  }

  // The number of warnings, with their texts; nothing where they are not known.
  function warned(run) {
    const texts = run.warnings || [];
    return make("td", {className: "n", textContent: texts.length === 0 ? "" : String(texts.length), title: texts.join("\n")});
  }

  // Failed runs, then those whose expectations did not hold, then by the quantity.
  function drawWorst(quantity) {
    const rank = (run) => (run.state === "failed" ? 0 : run.held === false ? 1 : 2);
    const sign = chosen.worst === "highest" ? -1 : 1;
    const worst = data.runs.filter((run) => run.state === "failed" || run.state === "done")
      .sort((a, b) => rank(a) - rank(b) || sign * ((quantity.of(a) ?? 0) - (quantity.of(b) ?? 0)) || a.number - b.number)
      .slice(0, MOST_WORST);
    const section = document.getElementById("worst");
    section.querySelector("h2").textContent = "The worst runs: failed, not held, " + chosen.worst + " " + quantity.name;
    section.querySelector("div").replaceChildren(table(["run", "", quantity.name, "again with"], worst.map((run) => make("tr", {},
      make("td", {textContent: run.number}), verdict(run), numberCell(quantity.of(run), quantity.unit),
      make("td", {className: "command", textContent: run.command + (run.message ? "   # " + run.message : "")})))));
  }

  function drawRuns() {
    const section = document.getElementById("behind");
    const shown = data.runs.slice(0, MOST_ROWS);
    section.querySelector("p").textContent = shown.length < data.runs.length
      ? "The first " + shown.length + " of " + data.runs.length + "; all are in the CSV and JSON files beside this page." : "";
    section.querySelector("div").replaceChildren(table(
      ["run", ...data.axes.map((axis) => axis.key), "", "warnings", ...data.quantities.map((quantity) => quantity.name)],
      shown.map((run) => make("tr", {}, make("td", {textContent: run.number}),
        ...data.axes.map((_, index) => make("td", {textContent: textOf(run, index)})), verdict(run), warned(run),
        ...data.quantities.map((quantity, index) => numberCell(run.results[index], quantity.unit))))));
  }

  function draw() {
    const drawn = drawPicture(quantities[chosen.quantity]);
    drawWorst(quantities[chosen.quantity]);
    document.dispatchEvent(new Event("tables"));
    // For whoever wants to know from outside that the script came to its end: panels, and points of each.
    const marker = document.getElementById("plots-drawn");
    marker.dataset.count = String(drawn.length);
    marker.textContent = drawn.join(", ");
  }

  function choice(label, key, options) {
    const select = make("select", {}, ...options.map(([value, text]) => make("option", {value: String(value), textContent: text})));
    select.value = String(chosen[key]);
    select.addEventListener("change", () => {
      chosen[key] = key === "worst" ? select.value : Number(select.value);
      draw();
    });
    document.getElementById("controls").append(make("label", {}, label, select));
  }

  function start() {
    const axes = data.axes.map((axis, index) => [index, axis.key]);
    choice("quantity", "quantity", quantities.map((quantity, index) => [index, quantity.name]));
    if (axes.length > 0) { choice("across", "x", axes); }
    if (axes.length > 1) { choice("down", "rows", [[NONE, "nothing: a line"], ...axes]); }
    if (axes.length > 2) { choice("a picture for each", "panels", [[NONE, "nothing"], ...axes]); }
    choice("worst is", "worst", [["highest", "highest"], ["lowest", "lowest"]]);
    drawRuns();
    draw();
  }

  try {
    start();
  } catch (fault) {
    const notice = document.getElementById("script-fault");
    notice.style.display = "block";
    notice.textContent = "The page could not be drawn: " + fault.message;
    throw fault;
  }
})();

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Heat maps of granularity.html: a canvas for each rounding and line rate, drawn from the numbers in the page.
"use strict";

(function () {
  const data = JSON.parse(document.getElementById("map-data").textContent);
  const LEFT = 46, RIGHT = 4, TOP = 6, BOTTOM = 48;
  const BELOW_FLOOR = 1, SATURATES = 2;
  // From within 1 ppm to ten times the rate, a step of colour each power of ten; beyond it the last.
  const TOO_FAST = [[255, 237, 199], [254, 201, 118], [250, 150, 65], [226, 84, 40], [170, 30, 40], [105, 8, 45]];
  const TOO_SLOW = [[224, 238, 250], [180, 215, 240], [120, 180, 225], [62, 135, 200], [28, 88, 165], [12, 40, 105]];
  const WAIT = [[238, 244, 232], [205, 228, 190], [160, 208, 150], [105, 180, 120], [50, 145, 105], [15, 105, 95],
    [8, 65, 80], [5, 30, 55]];
  const EXACT = [245, 245, 242];
  let quantity = data.quantities[0];

  const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const css = (colour) => "rgb(" + colour.join(",") + ")";
  const between = (a, b, part) => a.map((from, i) => Math.round(from + (b[i] - from) * part));

  // Where a value stands among the colours: a continuous power of ten, 0 at `least`.
  function colourOf(value) {
    const table = quantity.unit === "ps" ? WAIT : value > 0 ? TOO_FAST : TOO_SLOW;
    const least = quantity.unit === "ps" ? 1000 : 1;
    const size = Math.abs(value);
    if (size < least) { return EXACT; }
    const power = Math.min(Math.log10(size / least) * (quantity.unit === "ps" ? 0.7 : 1), table.length - 1);
    const step = Math.min(Math.floor(power), table.length - 2);
    return between(table[step], table[step + 1], power - step);
  }

  function timeText(ps) {
    const units = [[1e12, "s"], [1e9, "ms"], [1e6, "us"], [1e3, "ns"]];
    const unit = units.find(([size]) => Math.abs(ps) >= size) || [1, "ps"];
    return Number((ps / unit[0]).toPrecision(4)) + " " + unit[1];
  }
  function valueText(value) {
    if (quantity.unit === "ps") { return timeText(value); }
    const rounded = Number(value.toPrecision(4));
    return (rounded > 0 ? "+" : "") + rounded.toLocaleString("en-US", {maximumFractionDigits: 3}) + " ppm";
  }

  function prepare(canvas) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    return pen;
  }

  function cellSize(canvas) {
    return [(canvas.clientWidth - LEFT - RIGHT) / data.frames.length,
      (canvas.clientHeight - TOP - BOTTOM) / data.settings.length];
  }

  function drawAxes(pen, canvas, width, height) {
    pen.fillStyle = ink("--soft");
    pen.font = "10.5px system-ui, 'DejaVu Sans', sans-serif";
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    const each = Math.ceil(12 / height);
    data.settings.forEach((label, row) => {
      if (row % each === 0) { pen.fillText(label, LEFT - 5, TOP + (row + 0.5) * height); }
    });
    data.frames.forEach((bytes, column) => {
      if (column % Math.ceil(11 / width)) { return; }
      pen.save();
      pen.translate(LEFT + (column + 0.5) * width, canvas.clientHeight - BOTTOM + 4);
      pen.rotate(-Math.PI / 2);
      pen.fillText(String(bytes), 0, 0);
      pen.restore();
    });
    pen.textAlign = "left";
    pen.fillText("bytes", LEFT, canvas.clientHeight - 6);
    pen.save();
    pen.translate(7, canvas.clientHeight - BOTTOM);
    pen.rotate(-Math.PI / 2);
    pen.fillText(data.setting_title, 0, 0);
    pen.restore();
  }

  function drawMap(figure) {
    const canvas = figure.querySelector("canvas");
    const pen = prepare(canvas);
    const [width, height] = cellSize(canvas);
    const values = data.values[quantity.name][figure.dataset.rounding][figure.dataset.line];
    const flags = data.flags[figure.dataset.line];
    const columns = data.frames.length;
    values.forEach((value, at) => {
      const x = LEFT + (at % columns) * width, y = TOP + Math.floor(at / columns) * height;
      pen.fillStyle = flags[at] & SATURATES ? "rgb(190 190 190)" : css(colourOf(value));
      pen.fillRect(x, y, width + 0.5, height + 0.5);
      if (flags[at] & SATURATES) {
        pen.strokeStyle = "rgb(90 90 90)";
        pen.lineWidth = 0.8;
        pen.beginPath();
        pen.moveTo(x, y + height);
        pen.lineTo(x + width, y);
        pen.stroke();
      }
    });
    // A line above the first setting that asks for less than the floor rate.
    const floor = data.settings.findIndex((unused, row) => flags[row * columns] & BELOW_FLOOR);
    if (floor >= 0) {
      pen.fillStyle = "rgb(255 255 255)";
      pen.fillRect(LEFT, TOP + floor * height - 2, width * columns, 4);
      pen.fillStyle = "rgb(20 20 20)";
      pen.fillRect(LEFT, TOP + floor * height - 1, width * columns, 2);
    }
    drawAxes(pen, canvas, width, height);
  }

  function drawScale() {
    const canvas = document.getElementById("scale");
    const pen = prepare(canvas);
    const marks = quantity.unit === "ps" ? [0, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13]
      : [-1e6, -1e5, -1e4, -1e3, -100, -10, -1, 0, 1, 10, 100, 1e3, 1e4, 1e5, 1e6];
    const width = canvas.clientWidth / marks.length;
    pen.font = "11.5px system-ui, 'DejaVu Sans', sans-serif";
    pen.textAlign = "center";
    marks.forEach((mark, i) => {
      // What just reaches the first colour is still nearly exact: show the middle of each step.
      pen.fillStyle = css(colourOf(mark * (mark === 0 ? 1 : 2)));
      pen.fillRect(i * width, 0, width, 22);
      pen.fillStyle = ink("--ink");
      const size = Math.abs(mark);
      const short = size >= 1e6 ? size / 1e6 + "M" : size >= 1e3 ? size / 1e3 + "k" : String(size);
      const text = quantity.unit === "ps" ? (mark === 0 ? "none" : timeText(mark))
        : mark === 0 ? "exact" : (mark > 0 ? "+" : "-") + short + " ppm";
      pen.fillText(text, (i + 0.5) * width, 38);
    });
  }

  function drawAll() {
    document.getElementById("meaning").textContent = quantity.meaning;
    document.querySelectorAll("#quantities button").forEach((button, i) => {
      button.setAttribute("aria-pressed", String(data.quantities[i] === quantity));
    });
    drawScale();
    document.querySelectorAll(".map").forEach(drawMap);
  }

  function showTip(figure, event) {
    const canvas = figure.querySelector("canvas");
    const box = canvas.getBoundingClientRect();
    const [width, height] = cellSize(canvas);
    const column = Math.floor((event.clientX - box.left - LEFT) / width);
    const row = Math.floor((event.clientY - box.top - TOP) / height);
    const tip = document.getElementById("tip");
    if (column < 0 || row < 0 || column >= data.frames.length || row >= data.settings.length) {
      tip.style.display = "none";
      return;
    }
    const at = row * data.frames.length + column;
    const flags = data.flags[figure.dataset.line][at];
    const value = data.values[quantity.name][figure.dataset.rounding][figure.dataset.line][at];
    tip.textContent = data.setting_title + " " + data.settings[row] + ", " + data.frames[column] + " bytes\n" +
      valueText(value) + (flags & BELOW_FLOOR ? "\nbelow the floor rate" : "") +
      (flags & SATURATES ? "\nR_c cannot hold the wait" : "");
    tip.style.display = "block";
    tip.style.left = Math.min(event.clientX + 14, document.documentElement.clientWidth - tip.offsetWidth - 6) + "px";
    tip.style.top = event.clientY + 14 + "px";
  }

  data.quantities.forEach((each) => {
    const button = document.createElement("button");
    button.textContent = each.title;
    button.addEventListener("click", () => { quantity = each; drawAll(); });
    document.getElementById("quantities").append(button);
  });
  document.querySelectorAll(".map").forEach((figure) => {
    figure.addEventListener("mousemove", (event) => showTip(figure, event));
    figure.addEventListener("mouseleave", () => { document.getElementById("tip").style.display = "none"; });
  });
  window.addEventListener("resize", drawAll);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  drawAll();
  document.getElementById("maps-drawn").dataset.count = String(document.querySelectorAll(".map").length);
})();

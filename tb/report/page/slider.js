// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The slider of the drawing: shows the network at a chosen time, from the data in "slider-data": {event, closes, opens,
// ports: [{levels, held}]} (tb/report/network_instants.h); times and rows are those of "plot-data". On the slider, left
// and right go to the step of the story before and behind, up and down to the sample before and behind.
(function () {
  "use strict";

  const slider = document.getElementById("slider");
  if (!slider) {
    return;
  }
  const HIGHEST = 25;    // of levels, 'z'
  const THRESHOLD = 20;  // 'u'
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const { x: times, x_unit: unit } = read("plot-data");
  const { event, closes, opens, ports } = read("slider-data");
  const input = slider.querySelector("input");
  const output = slider.querySelector("output");
  const network = document.getElementById("network");
  const steps = Array.from(document.querySelectorAll("#story button.at"), (button) => ({
    at: Number(button.dataset.at),
    time: button.textContent,
    row: button.closest("tr"),
    text: button.closest("tr").cells[1].textContent,
  }));
  const instants = Array.from(new Set(steps.map((step) => step.at))).sort((a, b) => a - b);
  const levels = new Map();
  let now = event;

  // One value for each row, read when it is first asked for.
  function levelsOf(port) {
    if (!levels.has(port)) {
      const values = [];
      for (const [, letter, count] of ports[port].levels.matchAll(/([a-z])(\d*)/g)) {
        const level = letter.charCodeAt(0) - "a".charCodeAt(0);
        for (let left = Number(count || 1); left > 0; left -= 1) {
          values.push(level);
        }
      }
      levels.set(port, values);
    }
    return levels.get(port);
  }

  // How many of the ascending values are at most this one.
  function upTo(values, value) {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  const isHeld = (port) => upTo(ports[port].held, now) % 2 === 1;
  const listed = (text) => text.split(" ").map(Number);

  function draw() {
    const row = upTo(times, now) - 1;
    for (const bar of network.querySelectorAll("[data-level]")) {
      const level = row < 0 ? 0 : Math.max(...listed(bar.dataset.level).map((port) => levelsOf(port)[row]));
      bar.style.strokeDasharray = Math.min(100, (100 * level) / THRESHOLD) + " 200";
      bar.style.visibility = level > 0 ? "" : "hidden";
      bar.classList.toggle("over", level >= THRESHOLD);
    }
    for (const line of network.querySelectorAll("[data-held]")) {
      line.classList.toggle("now", listed(line.dataset.held).some(isHeld));
    }
    for (const box of network.querySelectorAll("[data-inside]")) {
      box.classList.toggle("holds", listed(box.dataset.inside).some(isHeld));
    }
    const closed = closes !== null && now >= closes && (opens === null || now < opens);
    network.classList.toggle("open", !closed);
  }

  function tell() {
    const here = steps.filter((step) => step.at === now);
    const time = here.length > 0 ? here[0].time : Number(now.toPrecision(6)) + " " + unit;
    const held = ports.filter((_, port) => isHeld(port)).length;
    const holds = held === 0 ? "flow control holds no port" : `flow control holds ${held} ${held === 1 ? "port" : "ports"}`;
    output.textContent = time + ": " + (here.length > 0 ? here.map((step) => step.text).join("; ") : holds);
    input.setAttribute("aria-valuetext", output.textContent);
    steps.forEach((step) => {
      if (step.at === now) {
        step.row.setAttribute("aria-current", "step");
      } else {
        step.row.removeAttribute("aria-current");
      }
    });
  }

  function show(at) {
    now = Math.min(Math.max(at, 0), Number(input.max));
    input.value = String(now);
    draw();
    tell();
  }

  function go(at, around) {
    document.dispatchEvent(new CustomEvent("instant", { detail: { at, around } }));
  }

  // To the step behind (`way` 1) or before (-1).
  function step(way) {
    const next = way > 0 ? instants.find((at) => at > now) : instants.findLast((at) => at < now);
    if (next !== undefined) {
      go(next, true);
    }
  }

  function sample(way) {
    const at = way > 0 ? times[upTo(times, now)] : times.findLast((time) => time < now);
    if (at !== undefined) {
      go(at, false);
    }
  }

  const KEYS = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: () => sample(1), ArrowDown: () => sample(-1) };

  input.min = "0";
  input.max = String(Math.max(times[times.length - 1], event));
  slider.hidden = false;
  for (const button of slider.querySelectorAll("button")) {
    button.hidden = instants.length === 0;
    button.addEventListener("click", () => step(Number(button.dataset.way)));
  }
  input.addEventListener("input", () => go(Number(input.value), false));
  input.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (action && (instants.length > 0 || !["ArrowLeft", "ArrowRight"].includes(event.key))) {
      event.preventDefault();
      action();
    }
  });
  document.addEventListener("instant", (event) => show(event.detail.at));
  document.addEventListener("drawn", draw);
  go(event, false);
})();

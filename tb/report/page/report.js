// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Draws the plots of the page from the data in it: {x, x_unit, deadlock_x, events: [{x, label}], plots: [{id, y_label, unit, step, marks,
// series: [{name, colour, dashed, visible, y}]}]}. All plots share the time axis, its zoom and the cursor.
(function () {
  "use strict";

  const data = JSON.parse(document.getElementById("plot-data").textContent);
  const graphs = [];
  const PAPER_WIDTH = "640px";
  let instant = null;  // the chosen time
  let moving = false;

  function shown(value) {
    return Number(value.toPrecision(5)).toString();
  }

  function valueText(plot, value) {
    return plot.states[value] || shown(value) + plot.unit_suffix;
  }

  // Does to all other graphs what happened to one; what they do in turn is not passed on.
  function others(graph, action) {
    if (moving) {
      return;
    }
    moving = true;
    graphs.filter((other) => other !== graph).forEach(action);
    moving = false;
  }

  // Lines of a plot that are not series: depths at which a scheme acts, and the times of events and of a deadlock. Those in view.
  function marksInView(plot, graph) {
    const area = graph.getArea();
    const style = getComputedStyle(document.body);
    const marks = plot.marks.map((mark) => {
      const y = graph.toDomYCoord(mark.y);
      const above = y > area.y + 0.25 * area.h;
      return {
        label: mark.label,
        colour: style.getPropertyValue("--soft"),
        from: [area.x, y],
        to: [area.x + area.w, y],
        text: [area.x + area.w - 6, above ? y - 6 : y + 15],
        align: "right",
        inView: y >= area.y && y <= area.y + area.h,
      };
    });
    const addInstant = (at, label, colour, height) => {
      const x = graph.toDomXCoord(at);
      const left = x > area.x + 0.9 * area.w;
      marks.push({
        label,
        colour: style.getPropertyValue(colour),
        from: [x, area.y],
        to: [x, area.y + area.h],
        text: [left ? x - 7 : x + 7, area.y + height * area.h],
        align: left ? "right" : "left",
        inView: x >= area.x && x <= area.x + area.w,
      });
    };
    data.events.forEach((event) => addInstant(event.x, event.label, "--soft", 0.25));
    if (data.deadlock_x !== null) {
      addInstant(data.deadlock_x, "deadlock", "--bad", 0.4);
    }
    return marks.filter((mark) => mark.inView);
  }

  function drawMarkLines(plot, context, graph) {
    context.save();
    context.setLineDash([6, 4]);
    marksInView(plot, graph).forEach((mark) => {
      context.strokeStyle = mark.colour;
      context.beginPath();
      context.moveTo(...mark.from);
      context.lineTo(...mark.to);
      context.stroke();
    });
    context.restore();
  }

  // Above the series, with a rim in the colour of the page around the letters.
  function drawMarkLabels(plot, context, graph) {
    context.save();
    context.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.strokeStyle = getComputedStyle(document.body).getPropertyValue("--card");
    marksInView(plot, graph).forEach((mark) => {
      context.fillStyle = mark.colour;
      context.textAlign = mark.align;
      context.strokeText(mark.label, ...mark.text);
      context.fillText(mark.label, ...mark.text);
    });
    context.restore();
  }

  // The line at the chosen time.
  function placeCursor(graph) {
    const area = graph.getArea();
    const x = instant === null ? -1 : graph.toDomXCoord(instant);
    graph.cursorLine.hidden = !(x >= area.x && x <= area.x + area.w);
    Object.assign(graph.cursorLine.style, { left: x + "px", top: area.y + "px", height: area.h + "px" });
  }

  // `around`: zooms to a twentieth of the run on both sides; otherwise the plots move only if the time is out of view.
  function follow(at, around) {
    instant = at;
    if (graphs.length === 0) {
      return;
    }
    const [from, to] = graphs[0].xAxisRange();
    const reach = around ? (data.x[data.x.length - 1] - data.x[0]) / 20 : (to - from) / 2;
    if (around || at < from || at > to) {
      graphs[0].updateOptions({ dateWindow: [at - reach, at + reach] });
    }
    graphs.forEach(placeCursor);
  }

  function makeLegend(plot, graph) {
    const legend = document.querySelector("#plot-" + plot.id + " .legend");
    const chips = plot.series.map((series, index) => {
      const chip = document.createElement("button");
      const swatch = document.createElement("span");
      const value = document.createElement("span");
      chip.title = "Click: show or hide. Double-click: this one only.";
      swatch.className = "swatch" + (series.dashed ? " dashed" : "");
      swatch.style.borderColor = series.colour;
      value.className = "value";
      chip.append(swatch, series.name, value);
      chip.addEventListener("click", () => show(graph.visibility().map((on, i) => (i === index ? !on : on))));
      chip.addEventListener("dblclick", () => show(plot.series.map((_, i) => i === index)));
      legend.append(chip);
      return { chip, value };
    });
    function show(visible) {
      graph.setVisibility(visible, true);
      chips.forEach((entry, i) => {
        entry.chip.classList.toggle("off", !visible[i]);
        entry.chip.setAttribute("aria-pressed", String(visible[i]));
      });
    }
    if (plot.series.length > 2) {
      [["all", true], ["none", false]].forEach(([name, on]) => {
        const button = document.createElement("button");
        button.className = "all";
        button.textContent = name;
        button.addEventListener("click", () => show(plot.series.map(() => on)));
        legend.append(button);
      });
    }
    show(plot.series.map((series) => series.visible));
    graph.showValues = (row) => {
      chips.forEach((entry, i) => {
        entry.value.textContent = row === null ? "" : valueText(plot, plot.series[i].y[row]);
      });
      document.querySelector("#plot-" + plot.id + " .cursor").textContent =
        row === null ? "" : "at " + shown(data.x[row]) + " " + data.x_unit;
    };
  }

  function makePlot(plot) {
    const place = document.querySelector("#plot-" + plot.id + " .plot");
    const rows = data.x.map((x, row) => [x].concat(plot.series.map((series) => series.y[row])));
    const options = {
      labels: ["time"].concat(plot.series.map((series) => series.name)),
      colors: plot.series.map((series) => series.colour),
      series: {},
      stepPlot: plot.step,
      includeZero: true,
      legend: "never",
      ylabel: plot.y_label,
      xlabel: "time (" + data.x_unit + ")",
      strokeWidth: 1.6,
      highlightCircleSize: 3.5,
      gridLineColor: "rgba(128, 128, 128, 0.22)",
      axisLineColor: "rgba(128, 128, 128, 0.6)",
      yRangePad: 6,
      xRangePad: 4,
      xLabelHeight: 20,
      yLabelWidth: 20,
      axes: {
        x: { axisLabelFormatter: shown, pixelsPerLabel: Math.min(90, place.clientWidth / 7) },
        y: { axisLabelFormatter: shown, axisLabelWidth: 62, pixelsPerLabel: 30 },
      },
      underlayCallback: (context, area, graph) => drawMarkLines(plot, context, graph),
      plugins: [
        { activate: () => ({ didDrawChart: (event) => drawMarkLabels(plot, event.drawingContext, event.dygraph) }) },
      ],
      drawCallback: (graph, first) => {
        if (!first) {
          placeCursor(graph);
          others(graph, (other) => other.updateOptions({ dateWindow: graph.xAxisRange() }));
        }
      },
      highlightCallback: (event, x, points, row) => {
        graph.showValues(row);
        others(graph, (other) => {
          other.setSelection(row);
          other.showValues(row);
        });
      },
      unhighlightCallback: () => {
        graph.showValues(null);
        others(graph, (other) => {
          other.clearSelection();
          other.showValues(null);
        });
      },
    };
    if (plot.states.length > 0) {
      options.axes.y.ticker = () => plot.states.map((name, value) => ({ v: value, label: name }));
    } else if (plot.integer) {
      options.axes.y.ticker = (low, high, pixels) => {
        const step = Math.max(1, Math.ceil((high - low) / Math.max(1, pixels / 30)));
        const ticks = [];
        for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
          ticks.push({ v: value, label: String(value) });
        }
        return ticks;
      };
    }
    plot.series.forEach((series) => {
      options.series[series.name] = { strokePattern: series.dashed ? [5, 3] : null };
    });
    const graph = new Dygraph(place, rows, options);
    graph.cursorLine = document.createElement("div");
    graph.cursorLine.className = "instant";
    graph.cursorLine.hidden = true;
    graph.graphDiv.append(graph.cursorLine);
    makeLegend(plot, graph);
    graphs.push(graph);
    return plot.id + " " + (graph.numColumns() - 1) + "x" + graph.numRows();
  }

  function start() {
    const drawn = data.plots.map(makePlot);
    const reset = document.getElementById("reset-zoom");
    if (reset) {
      reset.addEventListener("click", () => graphs[0].resetZoom());
    }
    const zoom = document.getElementById("zoom-deadlock");
    if (zoom && data.deadlock_x !== null && graphs.length > 0) {
      zoom.hidden = false;
      zoom.addEventListener("click", () => {
        graphs[0].updateOptions({ dateWindow: [data.x[0], Math.min(2 * data.deadlock_x, data.x[data.x.length - 1])] });
      });
    }
    // The event "instant" at the document says which time was chosen, here or by the slider, and whether to zoom to it.
    document.addEventListener("instant", (event) => follow(event.detail.at, event.detail.around));
    for (const button of document.querySelectorAll("button.at")) {
      button.addEventListener("click", () => {
        document.dispatchEvent(new CustomEvent("instant", { detail: { at: Number(button.dataset.at), around: true } }));
        const shown = document.getElementById("slider") || document.querySelector(".plot");
        shown.scrollIntoView({ block: "center" });
      });
    }
    // A plot is as wide as its place was when it was drawn; paper has places of another width. A browser prints what it
    // has painted of a canvas, which reading a point of it forces. It may say twice that it prints.
    const readback = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    let onPaper = false;
    const fit = (paper) => {
      if (paper === onPaper) {
        return;
      }
      onPaper = paper;
      for (const graph of graphs) {
        graph.graphDiv.parentElement.style.width = paper ? PAPER_WIDTH : "";
        graph.resize();
        if (paper) {
          graph.graphDiv.querySelectorAll("canvas").forEach((canvas) => {
            readback.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
            readback.getImageData(0, 0, 1, 1);
          });
        }
      }
    };
    window.addEventListener("beforeprint", () => fit(true));
    window.addEventListener("afterprint", () => fit(false));
    // For whoever wants to know from outside that the script came to its end: plots, series and points of each.
    const marker = document.getElementById("plots-drawn");
    marker.textContent = drawn.join(", ");
    marker.dataset.count = String(drawn.length);
  }

  try {
    start();
  } catch (fault) {
    const notice = document.getElementById("script-fault");
    notice.style.display = "block";
    notice.textContent = "The plots could not be drawn: " + fault.message;
    throw fault;
  }
})();

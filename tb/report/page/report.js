// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Draws the plots of the page from the data in it: {x, x_unit, deadlock_x, plots: [{id, y_label, unit, step, marks,
// series: [{name, colour, dashed, visible, y}]}]}. All plots share the time axis, its zoom and the cursor.
(function () {
  "use strict";

  const data = JSON.parse(document.getElementById("plot-data").textContent);
  const graphs = [];
  let moving = false;

  function shown(value) {
    return Number(value.toPrecision(5)).toString();
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

  function drawMarks(plot, context, area, graph) {
    const ink = getComputedStyle(document.body);
    context.save();
    context.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    context.setLineDash([6, 4]);
    plot.marks.forEach((mark) => {
      const y = graph.toDomYCoord(mark.y);
      if (y < area.y || y > area.y + area.h) {
        return;
      }
      context.strokeStyle = context.fillStyle = ink.getPropertyValue("--soft");
      context.beginPath();
      context.moveTo(area.x, y);
      context.lineTo(area.x + area.w, y);
      context.stroke();
      context.fillText(mark.label, area.x + 6, y > area.y + 18 ? y - 5 : y + 14);
    });
    if (data.deadlock_x !== null) {
      const x = graph.toDomXCoord(data.deadlock_x);
      if (x >= area.x && x <= area.x + area.w) {
        const label = "deadlock";
        const left = x + 6 + context.measureText(label).width > area.x + area.w;
        context.strokeStyle = context.fillStyle = ink.getPropertyValue("--bad");
        context.beginPath();
        context.moveTo(x, area.y);
        context.lineTo(x, area.y + area.h);
        context.stroke();
        context.textAlign = left ? "right" : "left";
        context.fillText(label, left ? x - 6 : x + 6, area.y + 12);
      }
    }
    context.restore();
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
        entry.value.textContent = row === null ? "" : shown(plot.series[i].y[row]) + plot.unit_suffix;
      });
      document.querySelector("#plot-" + plot.id + " .cursor").textContent =
        row === null ? "" : "at " + shown(data.x[row]) + " " + data.x_unit;
    };
  }

  function makePlot(plot) {
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
        x: { axisLabelFormatter: shown, pixelsPerLabel: 90 },
        y: { axisLabelFormatter: shown, axisLabelWidth: 62, pixelsPerLabel: 36 },
      },
      underlayCallback: (context, area, graph) => drawMarks(plot, context, area, graph),
      drawCallback: (graph, first) => {
        if (!first) {
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
    if (plot.integer) {
      options.axes.y.ticker = (a, b, pixels, opts, dygraph, vals) =>
        Dygraph.numericTicks(a, b, pixels, opts, dygraph, vals).filter((tick) => Number.isInteger(tick.v));
    }
    plot.series.forEach((series) => {
      options.series[series.name] = { strokePattern: series.dashed ? [5, 3] : null };
    });
    const graph = new Dygraph(document.querySelector("#plot-" + plot.id + " .plot"), rows, options);
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

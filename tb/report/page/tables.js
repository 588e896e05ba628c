// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Makes the tables of a page sortable, searchable and downloadable as CSV. A table stays as it is if it has no heading
// row, rows with fewer cells than that (spans), or parts that fold. Further rows in a <details> right behind a table belong to
// it. A script that makes tables later dispatches the event "tables" at the document.
(function () {
  "use strict";

  const MOST_WITHOUT_FILTER = 10;  // rows
  const FACTORS = { p: 1e-12, n: 1e-9, u: 1e-6, m: 1e-3, K: 1e3, M: 1e6, G: 1e9, T: 1e12 };
  const NUMBER = /^([+-]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?)(\s*)(\S*)$/;
  const UNIT = /^([pnumKMGT]?)(i?)(?:B|bps|bit\/s|s|bits?)$/;
  const EMPTY = ["", "-", "–", "—"];
  const known = new WeakSet();
  const folds = [];

  function make(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  // The number that a text says, such as "1,234", "4.998 Gbps", "780KB", "+3.5 %"; otherwise undefined.
  function numberIn(text) {
    const found = NUMBER.exec(text.replace("−", "-"));
    if (!found) {
      return undefined;
    }
    const value = Number(found[1].replaceAll(",", ""));
    const unit = UNIT.exec(found[3]);
    if (unit) {
      return value * (unit[2] ? 1024 ** ("KMGT".indexOf(unit[1]) + 1) : FACTORS[unit[1]] || 1);
    }
    return found[3] === "" || found[3] === "%" || found[2] !== "" ? value : undefined;
  }

  const textOf = (cell) => cell.textContent.trim();

  // Numbers stand before texts, and cells without a value behind all.
  function keyOf(cell) {
    const text = textOf(cell);
    const value = cell.dataset.value === undefined ? numberIn(text) : Number(cell.dataset.value);
    if (EMPTY.includes(text)) {
      return { rank: 2 };
    }
    return value === undefined ? { rank: 1, parts: text.match(/\d+|\D+/g) } : { rank: 0, value };
  }

  // By UTF-16 code units, numbers inside by value: s2 before s10.
  function compareTexts(a, b) {
    for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
      const digits = /^\d/.test(a[i]) && /^\d/.test(b[i]);
      const [x, y] = digits ? [a[i], b[i]].map((part) => part.replace(/^0+/, "")) : [a[i], b[i]];
      if (digits && x.length !== y.length) {
        return x.length - y.length;
      }
      if (x !== y) {
        return x < y ? -1 : 1;
      }
    }
    return a.length - b.length;
  }

  function compareKeys(a, b, sign) {
    if (a.rank === 2 || b.rank === 2) {
      return (a.rank === 2) - (b.rank === 2);
    }
    return sign * (a.rank - b.rank || (a.rank === 0 ? a.value - b.value : compareTexts(a.parts, b.parts)));
  }

  function isPlain(table) {
    const head = table.tHead;
    return head !== null && head.rows.length === 1 && table.tBodies.length === 1 && table.tFoot === null &&
      table.querySelector("details, table") === null &&
      Array.from(table.tBodies[0].rows).every((row) => row.cells.length === head.rows[0].cells.length);
  }

  const headTexts = (table) => Array.from(table.tHead.rows[0].cells, textOf);

  // The <details> right behind, if it holds further rows of this table.
  function foldBehind(table, holder) {
    const details = holder.nextElementSibling;
    const rest = details !== null && details.tagName === "DETAILS" ? details.querySelector("table") : null;
    return rest !== null && isPlain(rest) && headTexts(rest).join("\n") === headTexts(table).join("\n") ? details : null;
  }

  function titleOf(table, holder) {
    if (table.caption) {
      return textOf(table.caption);
    }
    let before = holder.previousElementSibling;
    while (before !== null && !/^H[23]$/.test(before.tagName)) {
      before = before.previousElementSibling;
    }
    const section = table.closest("section");
    const heading = before || (section && section.querySelector("h2"));
    return heading ? textOf(heading) : "table";
  }

  // RFC 4180.
  function csvOf(rows) {
    const field = (text) => (/[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
    return rows.map((row) => Array.from(row.cells, (cell) => field(textOf(cell))).join(",") + "\r\n").join("");
  }

  function download(name, text) {
    const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  function fileName(title) {
    const words = document.title.replace(/ · weir$/, "") + " " + title;
    return words.replace(/[^\p{L}\p{N}.-]+/gu, "_").replace(/^[_.-]+|_+$/g, "").slice(0, 100) + ".csv";
  }

  function enhance(table) {
    const holder = table.closest(".scroll") || table;
    const fold = foldBehind(table, holder);
    const tables = fold ? [table, fold.querySelector("table")] : [table];
    const bodies = tables.map((one) => one.tBodies[0]);
    const heads = tables.map((one) => one.tHead.rows[0]);
    const open = bodies[0].rows.length;
    const all = bodies.flatMap((body) => Array.from(body.rows));
    const sums = all.filter((row) => row.classList.contains("sum"));
    const title = titleOf(table, holder);
    const texts = new Map();
    let rows = all.filter((row) => !sums.includes(row));
    let words = [];
    let sorted = { column: -1, sign: 1 };
    const count = make("span", { role: "status" });

    function searched(row) {
      if (!texts.has(row)) {
        texts.set(row, Array.from(row.cells, textOf).join(" ").toLowerCase());
      }
      return texts.get(row);
    }

    // Rows in their order, those that hold all words of the filter shown, as many of them outside the fold as before.
    function lay() {
      const parts = bodies.map(() => document.createDocumentFragment());
      let shown = 0;
      rows.forEach((row) => {
        row.hidden = !words.every((word) => searched(row).includes(word));
        shown += row.hidden ? 0 : 1;
        parts[fold && shown > open ? 1 : 0].append(row);
      });
      sums.forEach((row) => {
        row.hidden = words.length > 0;
        parts[parts.length - 1].append(row);
      });
      bodies.forEach((body, i) => body.append(parts[i]));
      if (fold) {
        fold.hidden = shown <= open;
        fold.querySelector("summary").textContent = shown - open + " more";
      }
      count.textContent = words.length > 0 ? shown + " of " + rows.length + " rows" : rows.length + " rows";
    }

    function sortBy(column) {
      sorted = { column, sign: sorted.column === column ? -sorted.sign : 1 };
      const keyed = rows.map((row) => ({ row, key: keyOf(row.cells[column]) }));
      rows = keyed.sort((a, b) => compareKeys(a.key, b.key, sorted.sign)).map((one) => one.row);
      lay();
      heads.forEach((head) => Array.from(head.cells).forEach((cell, index) => {
        cell.setAttribute("aria-sort", index !== column ? "none" : sorted.sign > 0 ? "ascending" : "descending");
      }));
    }

    heads.forEach((head) => Array.from(head.cells).forEach((cell, column) => {
      const button = make("button", { type: "button", title: "Sort" }, ...cell.childNodes);
      button.addEventListener("click", () => sortBy(column));
      if (textOf(cell) === "") {
        button.setAttribute("aria-label", "column " + (column + 1));
      }
      cell.append(button);
      cell.setAttribute("aria-sort", "none");
    }));

    const tools = make("div", { className: "table-tools" });
    if (rows.length > MOST_WITHOUT_FILTER) {
      const filter = make("input", { type: "search", autocomplete: "off" });
      filter.addEventListener("input", () => {
        words = filter.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
        lay();
      });
      tools.append(make("label", {}, "Filter ", filter), count);
      filter.setAttribute("aria-label", "Filter: " + title);
      count.textContent = rows.length + " rows";
    }
    const csv = make("button", { type: "button", textContent: "CSV", title: "Download the rows that are shown" });
    csv.setAttribute("aria-label", "CSV of " + title);
    csv.addEventListener("click", () =>
      download(fileName(title), csvOf([heads[0], ...rows.concat(sums).filter((row) => !row.hidden)])));
    tools.append(csv);
    const before = holder.previousElementSibling;
    if (before !== null && before.className === "table-tools") {
      before.remove();  // of a table that this one has replaced
    }
    holder.before(tools);
    if (fold) {
      folds.push({ fold, open: false });
    }
    tables.forEach((one) => known.add(one));
  }

  function enhanceAll() {
    document.querySelectorAll("table").forEach((table) => {
      if (!known.has(table) && isPlain(table) && table.tBodies[0].rows.length > 0) {
        enhance(table);
      }
    });
  }

  // Paper has all rows.
  window.addEventListener("beforeprint", () => folds.forEach((one) => {
    one.open = one.fold.open;
    one.fold.open = true;
  }));
  window.addEventListener("afterprint", () => folds.forEach((one) => {
    one.fold.open = one.open;
  }));
  document.addEventListener("tables", enhanceAll);
  enhanceAll();
})();

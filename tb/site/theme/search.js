// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The theme's search where pages are opened from disk. A browser then neither fetches the index nor starts a worker, so
// the index is a script, and the worker runs in a frame of the page. Both wait until somebody is about to search.
// What is found has the order of its score and of the kind of its page.

"use strict";

// How much a hit counts by its page, of which the first that fits holds: who looks for a word wants to know first what it
// is, then what was measured, and last why it was decided. The theme counts a word in a heading as a thousand in the text.
const WEIGHTS = [
  [/^docs\/(user_guide|reference)\/|^docs\/(glossary|overview)\.html/, 1],
  [/^docs\/decisions\/|^CHANGELOG\.html/, 0.0002],
  [/^/, 0.02],
];

// Orders what the worker has found: lists of hits, one list a page.
function order_by_weight(pages) {
  const weight_of = (hit) => hit.score * WEIGHTS.find(([pattern]) => pattern.test(hit.location))[1];
  const best_of = (hits) => Math.max(...hits.map(weight_of));
  pages.sort((a, b) => best_of(b) - best_of(a));
}

// Stands for a Worker: the worker's script in an empty frame, whose messages come here.
class FrameWorker extends EventTarget {
  constructor(url) {
    super();
    this.frame = document.createElement("iframe");
    this.frame.hidden = true;
    document.body.append(this.frame);
    this.frame.contentWindow.postMessage = (message) => {
      if (message.data && message.data.items) { order_by_weight(message.data.items); }
      this.dispatchEvent(new MessageEvent("message", {data: message}));
    };
    const script = this.frame.contentDocument.createElement("script");
    this.loaded = new Promise((resolve) => { script.onload = resolve; });
    script.src = new URL(url, location.href).href;
    this.frame.contentDocument.body.append(script);
  }

  postMessage(data) {
    const inside = this.frame.contentWindow;
    this.loaded.then(() => inside.dispatchEvent(new inside.MessageEvent("message", {data: data})));
  }
}

window.Worker = FrameWorker;

// Called by the script that is the index.
let take_search_index;

// What the theme looks for before it fetches an index itself.
var __search = {
  // Words of a query; of a key such as flow_control.pfc.xoff all parts have to be there.
  transform: (query) => query.replace(/[+*^~"`]/g, " ").split(/\s+/).map((word) => {
    const parts = word.split(/[-.,:;=/()]+/).filter((part) => part);
    return parts.length > 1 ? parts.map((part) => `+${part}`).join(" ") : parts.join("");
  }).join(" ").trim(),
  index: new Promise((resolve) => {
    const url = new URL(document.currentScript.dataset.index, location.href).href;
    take_search_index = resolve;
    const load = () => {
      removeEventListener("focusin", on_focus);
      const script = document.createElement("script");
      script.src = url;
      document.head.append(script);
    };
    const on_focus = (event) => {
      if (event.target.matches("[data-md-component=search-query]")) { load(); }
    };
    addEventListener("focusin", on_focus);
    if (new URL(location.href).searchParams.has("q")) { addEventListener("load", load, {once: true}); }
  }),
};

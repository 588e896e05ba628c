// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Opens pods of the drawing of a large network: a press, Enter or the space bar on a pod draws what is in it below, from
// the texts in the element "pods"; again closes it. One pod is open at a time. The event "drawn" at the document tells of a new drawing.
(function () {
  "use strict";

  const texts = document.getElementById("pods");
  if (!texts) {
    return;
  }
  const insides = JSON.parse(texts.textContent);
  const place = document.getElementById("pod");
  const pods = Array.from(document.querySelectorAll("svg.network .pod"));

  function toggle(pod) {
    const opens = pod.getAttribute("aria-expanded") === "false";
    pods.forEach((other) => other.setAttribute("aria-expanded", String(opens && other === pod)));
    place.hidden = !opens;
    place.innerHTML = opens ? insides[Number(pod.dataset.pod)] : "";
    if (opens) {
      const heading = document.createElement("h3");
      heading.textContent = pod.querySelector("text").textContent;
      place.prepend(heading);
    }
    document.dispatchEvent(new Event("drawn"));
  }

  for (const pod of pods) {
    pod.addEventListener("click", () => toggle(pod));
    pod.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        toggle(pod);
      }
    });
  }
})();

// Filters of a table: a list of boxes for each column that rows are filtered by, and a field for words.
"use strict";

(function (sphlab) {
  const { element } = sphlab;

  // Builds the filters of `table` in `place` and calls `changed` after each change.
  // Returns {accepts(row), choose(key, values), clear()}.
  sphlab.facets = function (place, table, changed) {
    const bar = element("div", undefined, { class: "filters" });
    const search = element("input", undefined, {
      type: "search", placeholder: "words in a row", "aria-label": "filter by words",
    });
    search.addEventListener("input", changed);
    bar.append(search);
    const facets = table.columns
      .filter((column) => column.facet)
      .map((column) => facet(bar, column, table.rows, changed))
      .filter((one) => one !== null);
    const reset = element("button", "all rows", { type: "button", class: "reset" });
    bar.append(reset);
    place.append(bar);

    function clear() {
      search.value = "";
      facets.forEach((one) => one.choose([]));
    }
    reset.addEventListener("click", () => { clear(); changed(); });

    return {
      clear,
      accepts: (row) => facets.every((one) => one.accepts(row)) && holds(row, search.value),
      choose: (key, values) =>
        facets.filter((one) => one.key === key).forEach((one) => one.choose(values)),
    };
  };

  // Whether each of the words stands in a text of the row.
  function holds(row, words) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    if (!wanted.length) return true;
    const texts = Object.values(row).filter((value) => typeof value === "string");
    const text = texts.join("\n").toLowerCase();
    return wanted.every((word) => text.includes(word));
  }

  // A list of boxes, none of which is checked where all rows pass; null of a column with one value.
  function facet(bar, column, rows, changed) {
    const values = [...new Set(rows.map((row) => row[column.key]))].sort(sphlab.compare);
    if (values.length < 2) return null;
    const chosen = new Set();
    const box = element("details", undefined, { class: "facet", "data-key": column.key });
    const title = element("summary");
    const list = element("div", undefined, { class: "choices" });
    const boxes = values.map((value) => {
      const label = element("label");
      const input = element("input", undefined, { type: "checkbox" });
      input.addEventListener("change", () => {
        if (input.checked) chosen.add(value); else chosen.delete(value);
        show();
        changed();
      });
      label.append(input, element("span", sphlab.format(value, column.kind)));
      list.append(label);
      return input;
    });
    box.append(title, list);
    bar.append(box);
    show();

    function show() {
      const name = column.title || column.key;
      title.textContent = chosen.size ? `${name} (${chosen.size} of ${values.length})` : name;
      box.classList.toggle("active", chosen.size > 0);
    }
    function choose(wanted) {
      chosen.clear();
      values.forEach((value, at) => {
        boxes[at].checked = wanted.includes(value);
        if (boxes[at].checked) chosen.add(value);
      });
      show();
    }
    return {
      key: column.key,
      choose,
      accepts: (row) => !chosen.size || chosen.has(row[column.key]),
    };
  }

  // One list is open at a time, and none after a click elsewhere.
  document.addEventListener("click", (event) => {
    document.querySelectorAll("details.facet[open]").forEach((open) => {
      if (!open.contains(event.target)) open.removeAttribute("open");
    });
  });
})(window.sphlab);

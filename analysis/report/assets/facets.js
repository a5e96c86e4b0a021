// Filters of a table: a list of boxes for each column that rows are filtered by, and a field for words.
"use strict";

(function (sphlab) {
  const { element } = sphlab;

  // Builds the filters of `table` in `place` and calls `changed` after each change. chosen: {key: values} at first.
  // Returns {accepts(row), choose(key, values), clear(), state(), restore(pairs)}: what differs from `chosen`, as
  // pairs [key, value] of an address.
  sphlab.facets = function (place, table, chosen, changed) {
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
    bar.hidden = !facets.length && table.rows.length < 12; // which are seen at once
    place.append(bar);

    function clear() {
      search.value = "";
      facets.forEach((one) => one.choose([]));
    }
    reset.addEventListener("click", () => { clear(); changed(); });

    // A facet with no choice where it has one at first is a pair with an empty value.
    function state() {
      const pairs = facets.filter((one) => String(one.values()) !== String(chosen[one.key] || []))
        .flatMap((one) => (one.values().length ? one.values() : [""]).map((value) => [one.key, value]));
      return search.value ? [...pairs, ["words", search.value]] : pairs;
    }

    function restore(pairs) {
      const of = (key) => pairs.filter(([one]) => one === key).map(([, value]) => value);
      search.value = of("words")[0] || "";
      facets.forEach((one) => one.choose(of(one.key).length ? of(one.key) : chosen[one.key] || []));
    }

    return {
      clear,
      state,
      restore,
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
        boxes[at].checked = wanted.includes(String(value));
        if (boxes[at].checked) chosen.add(value);
      });
      show();
    }
    return {
      key: column.key,
      choose,
      values: () => values.filter((value) => chosen.has(value)),
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

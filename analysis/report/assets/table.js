// Tables that are sorted by a click on a heading and filtered by facets.
"use strict";

(function (sphlab) {
  const { address, element, format } = sphlab;
  const MOST_ROWS = 50; // that are shown at first
  const LONGEST = 44; // characters of a text that is not folded

  // Of thousands, which commas would make separate numbers of.
  const COMMA = /(\d),(?=\d{3})/g;

  const isMissing = (value) => value === null || value === undefined || value === "";

  // Numbers by size, texts by their letters and the numbers in them, what is missing last.
  sphlab.compare = function (a, b) {
    if (isMissing(a) || isMissing(b)) return isMissing(a) - isMissing(b);
    if (typeof a === "number" && typeof b === "number") return a - b;
    const [first, second] = [a, b].map((value) => String(value).replace(COMMA, "$1"));
    return first.localeCompare(second, "en", { numeric: true });
  };

  // Rows are written as arrays of the values of `keys`, which take half of the room.
  sphlab.unpack = function (table) {
    if (!table.keys) return;
    table.rows = table.rows.map((values) =>
      Object.fromEntries(table.keys.map((one, at) => [one, values[at]])));
    delete table.keys;
  };

  // Shows `table`, {columns, rows}, in `place`. options: sort, [key, descending]; chosen, {key: values} of facets
  // at first; filters, where those stand, else above the table; onChange(rows), called with the rows that pass the
  // filters, in their order; onReveal(rows, facets), called before the rows of an address are shown; answers, whether
  // the row that the address names is one of these. A table with `fold`, keys, has rows of the same on one line, which
  // unfolds; the first cell of each behind it is its `told`.
  // Returns {start(), refresh(), reveal(anchor)}.
  sphlab.table = function (place, table, options = {}) {
    sphlab.unpack(table);
    const name = place.id || place.dataset.table;
    const unsorted = options.sort || ["", false];
    let [key, descending] = unsorted;
    let most = MOST_ROWS;
    let marked = null;
    let passed = [];
    let columns = table.columns;
    const facets = sphlab.facets(options.filters || place, table, options.chosen || {}, changed);
    const count = element("p", undefined, { class: "count", role: "status" });
    const scroll = element("div", undefined, { class: "scroll" });
    const grid = element("table", undefined, { "aria-label": name });
    const head = element("thead");
    const body = element("tbody");
    const more = element("button", undefined, { type: "button", class: "more" });
    more.addEventListener("click", () => { most = Infinity; refresh(); });
    grid.append(head, body);
    scroll.append(grid);
    const page = location.pathname.split("/").pop().replace(/\.html$/, "");
    const link = sphlab.download(`${page}-${name}.csv`, () => sphlab.csv(table.columns, passed));
    place.append(count, scroll, more, element("span", " "), link);
    ["(prefers-color-scheme: dark)", "(max-width: 700px)"]
      .forEach((media) => matchMedia(media).addEventListener("change", refresh));
    window.addEventListener("hashchange", start);

    // Shows what the address asks for: a row, or what was chosen.
    function start() {
      const anchor = options.answers && address.row();
      const status = options.answers && document.getElementById("address-status");
      const found = anchor && reveal(anchor);
      if (status) {
        status.textContent = anchor && !found ? "The row that this address names is not in these records." : "";
      }
      if (found) return;
      const pairs = address.read(name);
      const [sorted] = pairs.filter(([one]) => one === "sort").map(([, value]) => value);
      [key, descending] = sorted ? [sorted.replace(/^-/, ""), sorted.startsWith("-")] : unsorted;
      facets.restore(pairs);
      refresh();
    }

    function changed() {
      const isSorted = key !== unsorted[0] || descending !== unsorted[1];
      const sort = isSorted ? [["sort", `${descending ? "-" : ""}${key}`]] : [];
      address.write(name, [...facets.state(), ...sort]);
      refresh();
    }

    function refresh() {
      const rows = table.rows.filter(facets.accepts);
      passed = table.fold ? sphlab.fold(rows, table.fold) : rows;
      if (key) passed.sort(order);
      const alike = passed.length > 1 ? table.columns.slice(1).filter(isAlike) : [];
      columns = table.columns.filter((column) => !alike.includes(column));
      heading();
      body.replaceChildren(...passed.slice(0, most).map((row) => line(row)));
      count.textContent = told(rows.length, alike);
      more.hidden = passed.length <= most;
      more.textContent = `show all ${format(passed.length, "count")} rows`;
      if (options.onChange) options.onChange(passed);
    }

    // A column that tells no row from another takes room for nothing: its value stands above the table.
    function isAlike({ key: one, facet }) {
      const [first] = passed;
      return facet ? passed.every((row) => row[one] === first[one]) : passed.every((row) => isMissing(row[one]));
    }

    function told(recordings, alike) {
      if (!alike.length && passed.length === table.rows.length && passed.length < 12) return "";
      const all = format(table.rows.length, "count");
      const text = passed.length === recordings ? `${format(passed.length, "count")} of ${all} rows`
        : `${format(passed.length, "count")} rows of ${format(recordings, "count")} of ${all} recordings`;
      const values = alike.filter((column) => !isMissing(passed[0][column.key]))
        .map((column) => `${column.title} ${format(passed[0][column.key], column.kind)}`);
      return values.length ? `${text}. All have: ${values.join("; ")}.` : `${text}.`;
    }

    function order(a, b) {
      const sign = descending && !isMissing(a[key]) && !isMissing(b[key]) ? -1 : 1;
      return sign * sphlab.compare(a[key], b[key]);
    }

    function heading() {
      const row = element("tr");
      row.append(...columns.map((column) => {
        const cell = element("th", undefined, { scope: "col", "data-key": column.key });
        const sorted = column.key === key;
        cell.setAttribute("aria-sort", !sorted ? "none" : descending ? "descending" : "ascending");
        const button = element("button", column.title, { type: "button" });
        if (column.note) button.title = column.note;
        button.addEventListener("click", () => {
          [key, descending] = [column.key, sorted && !descending];
          changed();
          const again = [...head.querySelectorAll("th")].find((one) => one.dataset.key === key);
          if (again) again.firstChild.focus();
        });
        cell.append(button);
        if (sphlab.isNumeric(column.kind)) cell.classList.add("numeric");
        return cell;
      }));
      head.replaceChildren(row);
    }

    // isBehind: whether it is one of those that a row stands for.
    function line(row, isBehind) {
      const made = element("tr");
      if (row.anchor && !isBehind) made.dataset.anchor = row.anchor;
      if (row.anchor && row.anchor === marked) made.classList.add("marked");
      if (isBehind) made.classList.add("behind");
      made.append(...columns.map((column, at) => cell(row, column, at === 0, isBehind)));
      return made;
    }

    function cell(row, column, isFirst, isBehind) {
      const made = isFirst ? element("th", undefined, { scope: "row" }) : element("td", undefined, { "data-title": column.title });
      const value = isFirst && isBehind ? row.told : row[column.key];
      const text = format(value, column.kind);
      const note = row[`${column.key}_note`];
      if (isFirst && row.mark && !isBehind) made.append(`${row.mark} `);
      if (column.kind === "folded") {
        made.append(row.behind ? unfolding(row) : "");
      } else if (row[`${column.key}_href`]) {
        made.append(element("a", text, { href: row[`${column.key}_href`] }));
      } else if (text.length > LONGEST && column.kind !== "kept" && !isFirst) {
        made.append(folded(`${text.slice(0, LONGEST)}…`, text));
      } else {
        made.append(text);
      }
      if (sphlab.isNumeric(column.kind)) made.classList.add("numeric");
      if (column.kind === "kept" || (column.facet && !isFirst && text.length <= LONGEST)) made.classList.add("kept");
      if (column.kind === "verdict") made.classList.add(`verdict-${text.split(" ")[0]}`);
      if (note && (note.length > LONGEST || column.kind === "verdict") && text !== "passed") {
        made.replaceChildren(folded(text, note));
      } else if (note) {
        made.title = note;
      }
      return made;
    }

    function folded(summary, text) {
      const made = element("details", undefined, { class: "long" });
      made.append(element("summary", summary), element("span", text));
      return made;
    }

    // A button that shows the rows behind one, and takes them away.
    function unfolding(row) {
      const number = format(row.behind.length, "count");
      const button = element("button", number, {
        type: "button", class: "unfold", "aria-expanded": "false", "aria-label": `${number} recordings`,
      });
      button.addEventListener("click", () => {
        const of = button.closest("tr");
        const isOpen = button.getAttribute("aria-expanded") === "true";
        button.setAttribute("aria-expanded", String(!isOpen));
        if (isOpen) row.behind.forEach(() => of.nextSibling.remove());
        else of.after(...row.behind.map((one) => line(one, true)));
      });
      return button;
    }

    // Shows the rows of an anchor, whatever the filters were. Returns whether there are any.
    function reveal(anchor) {
      const found = table.rows.filter((row) => row.anchor === anchor);
      if (!found.length) return false;
      marked = anchor;
      most = Infinity;
      facets.clear();
      if (options.onReveal) options.onReveal(found, facets);
      refresh();
      const shown = [...body.children].find((one) => one.dataset.anchor === anchor);
      if (shown) shown.scrollIntoView({ block: "center" });
      return true;
    }

    return { start, refresh, reveal };
  };
})(window.sphlab);

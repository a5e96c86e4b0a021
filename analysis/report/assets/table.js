// Tables that are sorted by a click on a heading and filtered by facets.
"use strict";

(function (sphlab) {
  const { element, format } = sphlab;
  const MOST_ROWS = 50; // that are shown at first
  const LONGEST = 44; // characters of a text that is not folded

  // Of thousands, which commas would make separate numbers of.
  const COMMA = /(\d),(?=\d{3})/g;

  // Numbers by size, texts by their letters and the numbers in them, what is missing last.
  sphlab.compare = function (a, b) {
    const missing = [a, b].map((value) => value === null || value === undefined || value === "");
    if (missing[0] || missing[1]) return missing[0] - missing[1];
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

  // Shows `table`, {columns, rows}, in `place`. options: sort, [key, descending]; filters,
  // where those stand, else above the table; onChange(rows), called with the rows that pass them, in their
  // order; onReveal(rows, facets), called before the rows of an address are shown.
  // Returns {refresh(), reveal(anchor), choose(key, values)}.
  sphlab.table = function (place, table, options) {
    sphlab.unpack(table);
    let [key, descending] = (options && options.sort) || [null, false];
    let most = MOST_ROWS;
    let marked = null;
    const facets = sphlab.facets((options && options.filters) || place, table, refresh);
    const count = element("p", undefined, { class: "count", role: "status" });
    const scroll = element("div", undefined, { class: "scroll" });
    const grid = element("table");
    const head = element("thead");
    const body = element("tbody");
    const more = element("button", undefined, { type: "button", class: "more" });
    more.addEventListener("click", () => { most = Infinity; refresh(); });
    grid.append(head, body);
    scroll.append(grid);
    place.append(count, scroll, more);

    function refresh() {
      const passed = table.rows.filter(facets.accepts);
      if (key !== null) passed.sort(order);
      heading();
      body.replaceChildren(...passed.slice(0, most).map(line));
      count.textContent = `${passed.length.toLocaleString("en-US")} of ` +
        `${table.rows.length.toLocaleString("en-US")} rows`;
      more.hidden = passed.length <= most;
      more.textContent = `show all ${passed.length.toLocaleString("en-US")} rows`;
      if (options && options.onChange) options.onChange(passed);
    }

    function order(a, b) {
      const missing = sphlab.compare(a[key], b[key]);
      const isMissing = [a, b].some((row) => row[key] === null || row[key] === undefined);
      return descending && !isMissing ? -missing : missing;
    }

    function heading() {
      const cells = table.columns.map((column) => {
        const cell = element("th", undefined, { scope: "col" });
        const sorted = column.key === key;
        cell.setAttribute("aria-sort", !sorted ? "none" : descending ? "descending" : "ascending");
        const button = element("button", column.title, { type: "button" });
        if (column.note) button.title = column.note;
        button.addEventListener("click", () => {
          [key, descending] = [column.key, sorted && !descending];
          refresh();
        });
        cell.append(button);
        if (sphlab.isNumeric(column.kind)) cell.classList.add("numeric");
        return cell;
      });
      const row = element("tr");
      row.append(...cells);
      head.replaceChildren(row);
    }

    function line(row) {
      const made = element("tr");
      if (row.anchor) made.dataset.anchor = row.anchor;
      if (row.anchor && row.anchor === marked) made.classList.add("marked");
      made.append(...table.columns.map((column) => cell(row, column)));
      return made;
    }

    function cell(row, column) {
      const text = format(row[column.key], column.kind);
      const made = element("td");
      const note = row[`${column.key}_note`];
      if (row[`${column.key}_href`]) {
        made.append(element("a", text, { href: row[`${column.key}_href`] }));
      } else if (text.length > LONGEST && column.kind !== "kept") {
        const folded = element("details", undefined, { class: "long" });
        folded.append(element("summary", `${text.slice(0, LONGEST)}…`), element("span", text));
        made.append(folded);
      } else {
        made.textContent = text;
      }
      if (sphlab.isNumeric(column.kind)) made.classList.add("numeric");
      if (column.kind === "kept" || column.facet) made.classList.add("kept");
      if (column.kind === "verdict") made.classList.add(`verdict-${row[column.key]}`);
      if (note && note.length > LONGEST && column.kind === "verdict" && text !== "passed") {
        made.replaceChildren(reason(text, note));
      } else if (note) {
        made.title = note;
      }
      return made;
    }

    function reason(text, note) {
      const folded = element("details", undefined, { class: "long" });
      folded.append(element("summary", text), element("span", note));
      return folded;
    }

    // Shows the rows of an anchor, whatever the filters were. Returns whether there are any.
    function reveal(anchor) {
      const found = table.rows.filter((row) => row.anchor === anchor);
      if (!found.length) return false;
      marked = anchor;
      most = Infinity;
      facets.clear();
      if (options && options.onReveal) options.onReveal(found, facets);
      refresh();
      const line = [...body.children].find((one) => one.dataset.anchor === anchor);
      if (line) line.scrollIntoView({ block: "center" });
      return true;
    }

    return { refresh, reveal, choose: facets.choose };
  };

  // Reveals the row that the address names, now and when it changes.
  sphlab.followAddress = function (table) {
    const status = document.getElementById("address-status");
    function follow() {
      const anchor = decodeURIComponent(location.hash.slice(1));
      if (!anchor.startsWith("row-")) return;
      const found = table.reveal(anchor);
      if (status) {
        status.textContent = found ? "" : "The row that this address names is not in these records.";
      }
    }
    window.addEventListener("hashchange", follow);
    follow();
  };
})(window.sphlab);

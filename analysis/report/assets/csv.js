// Tables as files of comma-separated values, in base units.
"use strict";

(function (sphlab) {
  const UNITS = { seconds: "s", bytes: "byte", percent: "fraction", signed: "fraction", times: "ratio" };

  // The text of a file: columns with their units, and a line of each row.
  sphlab.csv = function (columns, rows) {
    const title = ({ title, kind }) => (kind in UNITS ? `${title} [${UNITS[kind]}]` : title);
    const lines = [columns.map(title), ...rows.map((row) => columns.map(({ key }) => row[key]))];
    return lines.map((line) => `${line.map(field).join(",")}\r\n`).join("");
  };

  // A name in a record may be anybody's: no spreadsheet is to take it for a formula.
  function field(value) {
    const text = String(value ?? "");
    const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
  }

  // A link that offers what `text()` returns at the time of the click.
  sphlab.download = function (name, text) {
    const link = sphlab.element("a", "CSV", { href: "#", download: name, title: `${name}: the rows that pass the filters` });
    link.addEventListener("click", () => {
      URL.revokeObjectURL(link.href);
      link.href = URL.createObjectURL(new Blob([text()], { type: "text/csv" }));
    });
    return link;
  };
})(window.sphlab);

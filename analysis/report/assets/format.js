// How values of tables and plots are written. Defines window.sphlab, which the other scripts share.
"use strict";
window.sphlab = {};

(function (sphlab) {
  const MISSING = "–";
  const BYTES = [[1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]];
  const SECONDS = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"]];

  // Four digits, never an exponent.
  function digits(value) {
    const size = Math.abs(value);
    if (size >= 1000) return Math.round(value).toLocaleString("en-US");
    return size >= 1e-4 || size === 0 ? String(Number(value.toPrecision(4))) : value.toExponential(2);
  }

  function scaled(value, units) {
    const [factor, unit] = units.find(([one]) => Math.abs(value) >= one) || units[units.length - 1];
    return `${digits(value / factor)} ${unit}`;
  }

  const KINDS = {
    times: (value) => `${digits(value)} ×`,
    count: (value) => value.toLocaleString("en-US"),
    number: digits,
    seconds: (value) => scaled(value, SECONDS),
    bytes: (value) => scaled(value, BYTES),
    percent: (value) => `${(100 * value).toFixed(1)} %`,
    signed: (value) => {
      const text = (100 * value).toFixed(1);
      return `${value > 0 && Number(text) ? "+" : ""}${Number(text) ? text : "0.0"} %`;
    },
  };

  sphlab.isNumeric = (kind) => kind in KINDS;

  sphlab.format = function (value, kind) {
    if (value === null || value === undefined || value === "") return MISSING;
    return kind in KINDS ? KINDS[kind](value) : String(value);
  };

  // Text for Plotly, which takes tags in it for markup.
  sphlab.plain = (text) =>
    String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

  // An element with text that is text whatever is in it.
  sphlab.element = function (name, text, attributes) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
    return made;
  };
})(window.sphlab);

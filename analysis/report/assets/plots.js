// What all plots have in common.
"use strict";

(function (sphlab) {
  const FONT = { family: '"DejaVu Sans", Verdana, sans-serif', size: 12 };
  // Pixels of a bar, of an entry of the legend above the bars, and of the names on an axis; characters of a name
  // and of a line of it.
  const WIDE = { row: 26, entry: 0, left: 420, longest: 62, line: 62, size: 12 };
  const NARROW = { row: 48, entry: 19, left: 175, longest: 80, line: 28, size: 9 };
  const isNarrow = sphlab.isNarrow = (place) => place.clientWidth < 700;

  // A colour of the page, which has a light theme and a dark one: "ink", "faint", "line", "failed".
  sphlab.colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

  // label: what a reader hears who does not see the plot.
  sphlab.draw = function (place, label, traces, layout) {
    const line = { gridcolor: sphlab.colour("line"), zerolinecolor: sphlab.colour("line") };
    place.style.height = `${layout.height}px`; // which stays where the width of the window changes
    place.setAttribute("role", "figure");
    place.setAttribute("aria-label", label);
    const common = {
      font: { ...FONT, color: sphlab.colour("ink") },
      margin: { l: 60, r: 20, t: 30, b: 50 },
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      showlegend: true,
      hoverlabel: { align: "left", namelength: -1 },
      modebar: {
        orientation: "v", bgcolor: "rgba(0,0,0,0)", color: sphlab.colour("faint"), activecolor: sphlab.colour("ink"),
      },
      legend: { orientation: "h", y: 1, yanchor: "bottom", x: 0 },
    };
    const config = {
      responsive: true, displaylogo: false, modeBarButtonsToRemove: ["select2d", "lasso2d"],
      ...(isNarrow(place) ? { displayModeBar: false } : {}), // else under the pointer
    };
    const axes = { xaxis: { ...line, ...layout.xaxis }, yaxis: { ...line, ...layout.yaxis } };
    Plotly.react(place, traces, { ...common, ...layout, ...axes }, config);
  };

  // The layout of horizontal bars, one of each of the `names`, the first on top, in `entries` colours. Names are
  // shown shortened, and are the keys of their bars. thickness: of a bar over that of one.
  sphlab.barsLayout = function (place, names, xTitle, entries, thickness = 1) {
    const { row, entry, left, longest, line, size } = isNarrow(place) ? NARROW : WIDE;
    return {
      height: 130 + row * thickness * names.length + entry * entries,
      margin: { l: left, r: 20, t: 50, b: 50 },
      xaxis: { title: { text: xTitle }, rangemode: "tozero" },
      yaxis: {
        type: "category",
        categoryorder: "array",
        categoryarray: names,
        autorange: "reversed",
        tickvals: names,
        ticktext: names.map((name) => lines(sphlab.shortened(name, longest), line)),
        tickfont: { size },
      },
    };
  };

  // A text on several lines, broken behind words and the parts of a variant.
  function lines(text, most) {
    const broken = text.match(/[^ +]+[ +]*|[ +]+/g).reduce((parts, part) => {
      const last = parts.pop() ?? "";
      return last && last.length + part.length > most ? [...parts, last, part] : [...parts, last + part];
    }, []);
    return broken.map((line) => sphlab.plain(line.trim())).join("<br>");
  }

  // Without its middle: names differ at their ends.
  sphlab.shortened = function (name, most) {
    if (name.length <= most) return name;
    const end = Math.floor(most / 2);
    return `${name.slice(0, most - end - 1)}…${name.slice(-end)}`;
  };

  // What a mark tells under the pointer: texts, of which those missing are left out.
  sphlab.hover = function (texts) {
    const most = isNarrow(document.body) ? 40 : 70;
    return texts.filter(Boolean).map((text) => lines(text, most)).join("<br>");
  };

  // [factor, unit] that suits the largest of times [s].
  sphlab.unitOf = function (times) {
    const largest = Math.max(...times);
    if (largest >= 1) return [1, "s"];
    return largest >= 1e-3 ? [1e3, "ms"] : [1e6, "µs"];
  };

  // Leads to a row's entry in the table when its mark is clicked. Plotly makes `on` when it draws.
  sphlab.onPick = function (place, pick) {
    if (place.dataset.picks) return;
    place.dataset.picks = "yes";
    place.on("plotly_click", (event) => {
      const anchor = event.points[0].customdata;
      if (anchor) pick(Array.isArray(anchor) ? anchor[0] : anchor);
    });
  };
})(window.sphlab);

// What all plots have in common.
"use strict";

(function (sphlab) {
  const FONT = { family: '"DejaVu Sans", Verdana, sans-serif', size: 12, color: "#222" };
  const ROW = 26; // pixels of a bar
  const WIDE = { left: 400, longest: 58 }; // pixels of the names on an axis, and characters of one
  const NARROW = { left: 175, longest: 32 };

  sphlab.draw = function (place, traces, layout) {
    const common = {
      font: FONT,
      margin: { l: 60, r: 20, t: 30, b: 50 },
      paper_bgcolor: "#fff",
      plot_bgcolor: "#fff",
      hoverlabel: { align: "left" },
      modebar: { orientation: "v" },
      legend: { orientation: "h", y: 1, yanchor: "bottom", x: 0 },
    };
    const config = { responsive: true, displaylogo: false, modeBarButtonsToRemove: ["select2d", "lasso2d"] };
    Plotly.react(place, traces, { ...common, ...layout }, config);
  };

  // The layout of horizontal bars, one of each of the `names`, the first on top. Names are shown
  // shortened, and are the keys of their bars.
  sphlab.barsLayout = function (place, names, xTitle) {
    const narrow = place.clientWidth < 700;
    const { left, longest } = narrow ? NARROW : WIDE;
    return {
      height: 130 + ROW * names.length,
      margin: { l: left, r: 20, t: 50, b: 50 },
      xaxis: { title: { text: xTitle }, rangemode: "tozero", gridcolor: "#ddd" },
      yaxis: {
        type: "category",
        categoryorder: "array",
        categoryarray: names,
        autorange: "reversed",
        tickvals: names,
        ticktext: names.map((name) => sphlab.plain(sphlab.shortened(name, longest))),
        tickfont: { size: narrow ? 9 : 12 },
      },
    };
  };

  // Without its middle: names differ at their ends.
  sphlab.shortened = function (name, most) {
    if (name.length <= most) return name;
    const end = Math.floor(most / 2);
    return `${name.slice(0, most - end - 1)}…${name.slice(-end)}`;
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

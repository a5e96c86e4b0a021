// The page of rooflines: stages by intensity and rate, below the limits that were measured.
"use strict";

(function (sphlab) {
  const data = window.sphlabData;
  const place = document.getElementById("roofline");
  const MOST_POINTS = 3000;
  const RANGE = [0.1, 100]; // FLOP/byte
  const ROOFS = { l1: "loads from L1", copy: "copies within the memory" };
  const { format, plain } = sphlab;

  sphlab.unpack(data.table);
  const table = sphlab.table(document.getElementById("stages"), data.table, {
    sort: ["share", true],
    chosen: data.table.rows.some((row) => row.stage === "forces") ? { stage: ["forces"] } : {},
    onChange: draw,
  });
  table.start();

  function roofs() {
    const fma = data.limits.fma;
    return Object.keys(ROOFS).filter((name) => name in data.limits).map((name) => {
      const rate = data.limits[name];
      const xs = fma ? [RANGE[0], Math.min(fma / rate, RANGE[1]), RANGE[1]] : RANGE;
      return {
        type: "scatter",
        mode: "lines",
        name: plain(ROOFS[name]),
        line: { dash: name === "copy" ? "dash" : "solid", color: sphlab.colour("faint") },
        x: xs,
        y: xs.map((x) => Math.min(x * rate, fma || Infinity) / 1e9),
        hoverinfo: "name",
      };
    });
  }

  function draw(rows) {
    const drawn = rows.filter((row) => row.intensity && row.gflops).slice(0, MOST_POINTS);
    const points = Object.keys(data.colours.toolchains).map((toolchain) => {
      const of = drawn.filter((row) => row.toolchain === toolchain);
      return {
        type: "scatter",
        mode: "markers",
        name: plain(toolchain),
        marker: { color: data.colours.toolchains[toolchain], size: 7, opacity: 0.7 },
        x: of.map((row) => row.intensity),
        y: of.map((row) => row.gflops),
        hovertext: of.map(hover),
        hoverinfo: "text",
      };
    }).filter((trace) => trace.x.length);
    sphlab.draw(place, `rates of ${drawn.length} stages below the limits of the device`, [...roofs(), ...points], {
      height: 520,
      xaxis: { title: { text: "declared work [FLOP/byte]" }, type: "log" },
      yaxis: { title: { text: "rate [GFLOP/s]" }, type: "log" },
    });
  }

  function hover(row) {
    return sphlab.hover([`${row.stage}: ${row.variant}, ${row.toolchain}`, row.case,
      `${format(row.gflops, "number")} GFLOP/s, ${format(row.gbytes, "number")} GB/s`,
      `${format(row.median_s, "seconds")}, ${format(row.share, "percent")} of the limit (${row.by})`,
      `${row.told}, ${row.record}`]);
  }
})(window.sphlab);

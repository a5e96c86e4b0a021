// The first page: the cases that most variants were measured on, and others where these are asked for; and how far all
// variants of a case are from its fastest.
"use strict";

(function (sphlab) {
  const data = window.sphlabData;
  const MOST_CASES = 25;
  const TICKS = [0, 1, 2, 3].flatMap((power) => [1, 2, 5].map((one) => one * 10 ** power));
  const SIZES = [[1e6, " M"], [1e3, " k"], [1, ""]];
  const { format, plain } = sphlab;
  const place = document.getElementById("variants");
  sphlab.table(document.getElementById("cases"), data.cases, {
    chosen: { shown: [data.first] },
    onChange: draw,
  }).start();

  function draw(rows) {
    const shown = rows.slice(0, MOST_CASES);
    place.hidden = !shown.length;
    if (!shown.length) return;
    const names = namesOf(shown);
    const points = shown.flatMap((row, at) =>
      row.points.map(([variant, toolchain, seconds, low, high, told, record, anchor]) =>
        ({ row, name: names[at], variant, toolchain, seconds, low, high, told, record, anchor })));
    const traces = Object.keys(data.colours).map((toolchain) => {
      const of = points.filter((point) => point.toolchain === toolchain);
      return {
        type: "scatter",
        mode: "markers",
        name: plain(toolchain),
        marker: { color: data.colours[toolchain], size: 9, opacity: 0.7 },
        x: of.map((point) => point.seconds / point.row.time),
        y: of.map((point) => point.name),
        customdata: of.map((point) => `${point.row.scenario_href}#${point.anchor}`),
        hovertext: of.map(hover),
        hoverinfo: "text",
      };
    }).filter((trace) => trace.x.length);
    const layout = sphlab.barsLayout(place, names, "time over the fastest [ratio]", traces.length);
    const label = `time of each variant over the fastest one's, of ${names.length} cases`;
    const xaxis = { ...layout.xaxis, type: "log", tickvals: TICKS, ticktext: TICKS.map(String), tickangle: 0 };
    sphlab.draw(place, label, traces, { ...layout, xaxis });
    sphlab.onPick(place, (address) => { location.href = address; });
    document.getElementById("variants-note").textContent = rows.length > shown.length
      ? `The first ${shown.length} of ${rows.length} cases; filter to see others.` : "";
  }

  // What tells cases apart on an axis: their physics, where nothing else does.
  function namesOf(rows) {
    const plainly = rows.map((row) =>
      [row.scenario, short(row.particles), row.state, row.device].join(" · "));
    return plainly.map((name, at) =>
      (plainly.indexOf(name) === plainly.lastIndexOf(name) ? name : `${name} · ${rows[at].physics}`));
  }

  function short(particles) {
    const [factor, unit] = SIZES.find(([one]) => particles >= one);
    return `${Number((particles / factor).toPrecision(3))}${unit}`;
  }

  function hover({ row, name, variant, toolchain, seconds, low, high, told, record }) {
    return sphlab.hover([`${variant}, ${toolchain}`, name, row.physics,
      `${format(seconds, "seconds")} (${format(low, "seconds")} to ${format(high, "seconds")})`,
      `${format(seconds / row.time, "times")} the fastest`, `${told}, ${record}`]);
  }
})(window.sphlab);

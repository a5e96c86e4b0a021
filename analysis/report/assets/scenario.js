// The page of a scenario: the table of its variants, and the plots of those that pass the filters.
"use strict";

(function (sphlab) {
  const data = window.sphlabData;
  const MOST_BARS = 25;
  const MOST_LINES = 10; // as many as there are colours
  const { format, plain } = sphlab;
  const times = document.getElementById("times");
  const stages = document.getElementById("stages");
  const measure = document.getElementById("measure");
  const notes = { times: document.getElementById("times-note"), stages: document.getElementById("stages-note") };

  data.measures.forEach((name, at) => measure.append(new Option(name, at)));
  window.addEventListener("hashchange", readMeasure); // before the table reads the rest of the address
  readMeasure();
  const table = sphlab.table(document.getElementById("variants"), data, {
    sort: ["median_s", false],
    chosen: data.cases.length > 1 ? { case: [data.cases[0]] } : {},
    filters: document.getElementById("variants-filters"),
    onChange: draw,
    onReveal: showMeasureOf,
    answers: true,
  });
  measure.addEventListener("change", () => {
    sphlab.address.write("shown", measure.value === "0" ? [] : [["measure", data.measures[measure.value]]]);
    setMeasure();
    table.refresh();
  });
  table.start();

  function readMeasure() {
    if (sphlab.address.row()) return;
    const [named] = sphlab.address.read("shown").map(([, name]) => data.measures.indexOf(name));
    measure.value = Math.max(0, named ?? 0);
    setMeasure();
  }

  // Writes the times of the chosen measure into the rows, where the table sorts by them.
  function setMeasure() {
    data.rows.forEach((row) => {
      const [median, low, high, mipps, pairs] = row.times[measure.value] || [];
      row.median_s = median === undefined ? null : median;
      row.low_s = low;
      row.high_s = high;
      row.spread = median > 0 ? (high - low) / median : null;
      row.mipps = mipps === undefined ? null : mipps;
      row.pairs = pairs ? pairs / 1e9 : null;
    });
  }

  // A row that an address names may lack the measure that is chosen.
  function showMeasureOf(rows, facets) {
    if (!rows.some((row) => measure.value in row.times)) {
      const [first] = rows.flatMap((row) => Object.keys(row.times));
      if (first !== undefined) measure.value = first;
      setMeasure();
    }
    facets.choose("case", [...new Set(rows.map((row) => row.case))]);
  }

  function draw(rows) {
    const drawn = rows.filter((row) => row.median_s > 0);
    const cases = new Set(drawn.map((row) => row.case));
    const name = data.measures[measure.value];
    times.hidden = !drawn.length;
    notes.times.textContent = "No row that passes the filters has a time.";
    if (cases.size > 1) drawOverParticles(drawn, name); else if (cases.size) drawBars(drawn, name);
    drawStages(rows.filter((row) => Object.keys(row.shares).length), cases.size > 1);
    if (sphlab.drawEnergy) sphlab.drawEnergy(rows, pick);
  }

  function fastest(rows) {
    return [...rows].sort((a, b) => a.median_s - b.median_s);
  }

  function drawBars(rows, name) {
    const all = Map.groupBy(fastest(rows), (row) => row.variant);
    const names = [...all.keys()].slice(0, MOST_BARS);
    const [factor, unit] = sphlab.unitOf(rows.map((row) => row.high_s));
    const traces = Object.keys(data.colours.toolchains).map((toolchain) => {
      const bars = names.flatMap((one) => all.get(one)
        .filter((row) => row.toolchain === toolchain).map((row) => [one, row]));
      return {
        type: "bar",
        orientation: "h",
        name: plain(toolchain),
        marker: { color: data.colours.toolchains[toolchain] },
        y: bars.map(([one]) => one),
        x: bars.map(([, row]) => factor * row.median_s),
        error_x: {
          type: "data",
          symmetric: false,
          array: bars.map(([, row]) => factor * (row.high_s - row.median_s)),
          arrayminus: bars.map(([, row]) => factor * (row.median_s - row.low_s)),
          color: sphlab.colour("ink"),
          thickness: 1,
          width: 2,
        },
        customdata: bars.map(([, row]) => row.anchor),
        hovertext: bars.map(([, row]) => hover(row)),
        hoverinfo: "text",
      };
    }).filter((trace) => trace.y.length);
    const layout = sphlab.barsLayout(times, names, `${plain(name)} [${unit}]`, traces.length, (14 + 9 * traces.length) / 26);
    sphlab.draw(times, `${name} of ${names.length} variants by compiler`, traces, {
      ...layout, barmode: "group", bargap: 0.25,
    });
    sphlab.onPick(times, pick);
    notes.times.textContent = all.size > names.length
      ? `The fastest ${names.length} of ${all.size} variants; filter to see others.` : "";
  }

  function drawOverParticles(rows, name) {
    const lines = new Map();
    rows.forEach((row) => {
      const key = `${row.variant} · ${row.toolchain} · ${data.lines[row.case]}`;
      lines.set(key, [...(lines.get(key) || []), row]);
    });
    const ordered = [...lines.entries()].sort((a, b) => best(a[1]) - best(b[1]));
    const shown = ordered.slice(0, MOST_LINES);
    const names = shortly(shown.map(([key]) => key));
    const traces = shown.map(([, of], at) => {
      const points = [...of].sort((a, b) => data.sizes[a.case] - data.sizes[b.case]);
      return {
        type: "scatter",
        mode: "lines+markers",
        name: sphlab.hover([names[at]]),
        x: points.map((row) => data.sizes[row.case]),
        y: points.map((row) => 1e9 * row.median_s / data.sizes[row.case]),
        customdata: points.map((row) => row.anchor),
        hovertext: points.map(hover),
        hoverinfo: "text",
      };
    });
    const [entry, size] = sphlab.isNarrow(times) ? [42, 10] : [22, 12]; // pixels of the legend's
    sphlab.draw(times, `${name} over the number of particles, ${traces.length} lines`, traces, {
      height: 420 + entry * traces.length,
      legend: {
        orientation: "h", y: -0.2, yanchor: "top", x: 0, entrywidth: 1, entrywidthmode: "fraction", font: { size },
      },
      xaxis: { title: { text: "particles" }, type: "log" },
      yaxis: { title: { text: `${plain(name)} [ns per particle]` }, type: "log" },
    });
    sphlab.onPick(times, pick);
    notes.times.textContent = ordered.length > traces.length
      ? `The fastest ${traces.length} of ${ordered.length} lines; filter to see others.` : "";
  }

  // Keys without what all have in common; of all of it where nothing else is there.
  function shortly(keys) {
    const parts = keys.map((key) => key.split(/ · |, /));
    const told = parts.map((of) => of.filter((part) => !parts.every((other) => other.includes(part))).join(" · "));
    return keys.map((key, at) => told[at] || key);
  }

  function best(rows) {
    return Math.min(...rows.map((row) => row.median_s / data.sizes[row.case]));
  }

  function hover(row) {
    return sphlab.hover([`${row.variant}, ${row.toolchain}`, row.case, row.format, row.tuning,
      `${format(row.median_s, "seconds")} (${format(row.low_s, "seconds")} to ${format(row.high_s, "seconds")}, ` +
        `spread ${format(row.spread, "percent")})`,
      row.mipps ? `${format(row.mipps, "number")} MIPPS` : "", source(row)]);
  }

  function source(row) {
    return `${row.told}, ${row.record}`;
  }

  function drawStages(rows, severalCases) {
    const total = (row) => Object.values(row.shares).reduce((sum, one) => sum + one, 0);
    const ordered = [...rows].sort((a, b) => total(a) - total(b));
    const all = Map.groupBy(ordered, (row) => `${row.variant} · ${row.toolchain}`);
    const shown = severalCases ? [] : [...all.entries()].slice(0, MOST_BARS);
    document.getElementById("stages-part").hidden = !shown.length;
    if (!shown.length) return;
    const [factor, unit] = sphlab.unitOf(shown.map(([, [row]]) => total(row)));
    const traces = data.stages.map((stage) => ({
      type: "bar",
      orientation: "h",
      name: plain(stage),
      marker: { color: data.colours.stages[stage], line: { color: sphlab.colour("faint"), width: 0.5 } },
      y: shown.map(([name]) => name),
      x: shown.map(([, [row]]) => (Object.hasOwn(row.shares, stage) ? factor * row.shares[stage] : 0)),
      customdata: shown.map(([, [row]]) => row.anchor),
      hovertext: shown.map(([, [row]]) => share(row, stage, total(row))),
      hoverinfo: "text",
    })).filter((trace) => trace.x.some((value) => value !== 0));
    const names = shown.map(([name]) => name);
    const layout = sphlab.barsLayout(stages, names, `part of a step [${unit}]`, traces.length);
    sphlab.draw(stages, `stages of a step of ${names.length} variants`, traces, { ...layout, barmode: "relative", bargap: 0.25 });
    sphlab.onPick(stages, pick);
    notes.stages.textContent = all.size > shown.length
      ? `The fastest ${shown.length} of ${all.size} variants; filter to see others.` : "";
  }

  function share(row, stage, total) {
    const part = row.shares[stage] || 0;
    return sphlab.hover([`${row.variant}, ${row.toolchain}`,
      `${stage} ${format(part, "seconds")}, ${format(part / total, "percent")} of the step`, source(row)]);
  }

  function pick(anchor) {
    location.hash = anchor;
  }
})(window.sphlab);

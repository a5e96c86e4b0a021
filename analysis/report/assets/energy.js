// The energy of a step against its time, of rows whose energy was counted. Defines drawEnergy().
"use strict";

(function (sphlab) {
  const data = window.sphlabData;
  const place = document.getElementById("energy");
  const note = document.getElementById("energy-note");
  const MOST_NAMES = 12; // that stand beside points
  const LONGEST_NAME = 58;
  const MARGIN = 1.25; // of the axes around the points, a factor
  const AROUND = 1.5; // of the powers of lines around those of points: less than MARGIN², so that each crosses the plot
  const STEPS = [1, 1.5, 2, 3, 4, 5, 7]; // of ticks and lines, times powers of ten
  const { format, plain } = sphlab;

  // Both axes are of a million particle steps, so that cases of several sizes share them, and the ratio is power.
  const milliseconds = (row) => 1e3 * row.energy_step_s * 1e6 / data.sizes[row.case];

  sphlab.drawEnergy = function (rows, pick) {
    const counted = rows.filter((row) => row.joules > 0);
    place.hidden = !counted.length;
    note.textContent = counted.length ? "" : whereCounted();
    if (!counted.length) return;
    const ranges = {
      x: range(counted.map(milliseconds)),
      y: range(counted.flatMap((row) => [row.joules, row.joules_high, Math.max(row.joules_low, row.joules / 2)])),
    };
    const label = `energy of a step over its time, of ${counted.length} variants`;
    sphlab.draw(place, label, [...powerLines(counted, ranges), ...points(counted, ranges)], {
      height: 480,
      margin: { l: 60, r: 60, t: 80, b: 50 },
      legend: { orientation: "h", y: 1.06, yanchor: "bottom", x: 0 },
      xaxis: axis("ms per million particle steps", ranges.x),
      yaxis: axis("J per million particle steps", ranges.y),
    });
    sphlab.onPick(place, pick);
  };

  function whereCounted() {
    const cases = data.cases.filter((one) => data.rows.some((row) => row.case === one && row.joules > 0));
    return `No row that passes the filters has its energy counted. Energy was counted of: ${cases.join("; ")}.`;
  }

  function range(values) {
    return [Math.min(...values) / MARGIN, Math.max(...values) * MARGIN];
  }

  function axis(title, [low, high]) {
    const ticks = between(low, high);
    return {
      title: { text: title },
      type: "log",
      range: [Math.log10(low), Math.log10(high)],
      tickvals: ticks,
      ticktext: ticks.map((one) => format(one, "number")),
    };
  }

  function points(rows, ranges) {
    const named = rows.length <= MOST_NAMES && place.clientWidth >= 700;
    const middle = Math.sqrt(ranges.x[0] * ranges.x[1]);
    return Object.keys(data.colours.toolchains).map((toolchain) => {
      const of = rows.filter((row) => row.toolchain === toolchain);
      return {
        type: "scatter",
        mode: named ? "markers+text" : "markers",
        name: plain(toolchain),
        marker: { color: data.colours.toolchains[toolchain], size: 9 },
        x: of.map(milliseconds),
        y: of.map((row) => row.joules),
        error_y: {
          type: "data",
          symmetric: false,
          array: of.map((row) => row.joules_high - row.joules),
          arrayminus: of.map((row) => row.joules - row.joules_low),
          thickness: 1,
          width: 3,
        },
        text: of.map((row) => plain(sphlab.shortened(row.variant, LONGEST_NAME))),
        // Away from the nearer edge, and from the diagonal that points lie along.
        textposition: of.map((row) => (milliseconds(row) < middle ? "bottom right" : "top left")),
        textfont: { size: 10, color: sphlab.colour("ink") },
        customdata: of.map((row) => row.anchor),
        hovertext: of.map(hover),
        hoverinfo: "text",
      };
    }).filter((trace) => trace.x.length);
  }

  function powerLines(rows, ranges) {
    const watts = rows.map((row) => row.watts);
    return between(Math.min(...watts) / AROUND, Math.max(...watts) * AROUND).map((one) => {
      const line = lineOf(one, ranges);
      return {
        ...line,
        type: "scatter",
        mode: "lines+text",
        line: { dash: "dot", color: sphlab.colour("faint"), width: 1 },
        text: ["", `${format(one, "number")} W`],
        textposition: line.x[1] < ranges.x[1] ? "top center" : "middle right",
        cliponaxis: false, // the text stands in the margin
        textfont: { size: 10, color: sphlab.colour("faint") },
        hoverinfo: "skip",
        showlegend: false,
      };
    });
  }

  // From where it enters the plot to where it leaves it. A watt is a joule in a thousand milliseconds.
  function lineOf(watts, { x, y }) {
    const ends = [Math.max(x[0], 1e3 * y[0] / watts), Math.min(x[1], 1e3 * y[1] / watts)];
    return { x: ends, y: ends.map((one) => watts * one / 1e3) };
  }

  function between(least, most) {
    const found = [];
    for (let decade = 10 ** Math.floor(Math.log10(least)); decade < most; decade *= 10) {
      found.push(...STEPS.map((one) => one * decade));
    }
    return found.filter((one) => one > least && one < most);
  }

  function hover(row) {
    return sphlab.hover([`${row.variant}, ${row.toolchain}`, row.case,
      `${format(row.joules, "number")} J per million particle steps ` +
        `(${format(row.joules_low, "number")} to ${format(row.joules_high, "number")})`,
      `${format(row.watts, "number")} W, ${format(row.energy_step_s, "seconds")} a step`, `${row.told}, ${row.record}`]);
  }
})(window.sphlab);

// The page of the history: rows over their recordings, and their change points.
"use strict";

(function (sphlab) {
  const data = window.sphlabData;
  const place = document.getElementById("history");
  const choice = document.getElementById("history-of");
  const COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#A63F00", "#888888"];
  const SYMBOLS = ["circle", "square", "diamond", "cross", "x", "star"]; // of boards beyond the colours
  const TICK = 55; // pixels of a date
  const { format, plain } = sphlab;
  let listed; // rows to choose from
  let wanted; // the one to draw, where it is among them
  sphlab.unpack(data.series);
  data.series.rows.forEach((row, at) => { row.points_of = data.points[at]; });

  sphlab.table(document.getElementById("ranges"), data.ranges, { sort: ["date", true] }).start();
  sphlab.table(document.getElementById("changes"), data.changes, { sort: ["date", true] }).start();
  const series = sphlab.table(document.getElementById("series"), data.series, {
    sort: ["points", true],
    onChange: choose,
    onReveal: (rows) => select(rows[0]),
    answers: true,
  });
  series.start();
  choice.addEventListener("change", () => draw(listed[choice.value]));
  document.getElementById("series").addEventListener("click", pick);
  document.getElementById("changes").addEventListener("click", pick);

  // The rows that pass the filters are those to choose from.
  function choose(rows) {
    listed = rows;
    choice.replaceChildren(...rows.map((row, at) => new Option(name(row), at)));
    const at = Math.max(0, rows.indexOf(wanted));
    choice.value = String(at);
    document.getElementById("history-part").hidden = !rows.length;
    if (rows.length) draw(rows[at]);
  }

  function select(row) {
    wanted = row;
  }

  function pick(event) {
    const line = event.target.closest("tr[data-anchor]");
    if (!line || event.target.closest("a, button, summary")) return;
    const row = data.series.rows.find((one) => one.anchor === line.dataset.anchor);
    if (!row) return;
    select(row);
    if (!listed.includes(row)) {
      series.reveal(row.anchor);
    } else {
      choice.value = String(listed.indexOf(row));
      draw(row);
    }
    document.getElementById("history-part").scrollIntoView({ block: "start" });
  }

  // At most `most` of them, evenly.
  function everyFew(points, most) {
    const step = Math.ceil(points.length / most);
    return points.filter((_, at) => at % step === 0);
  }

  function span(points) {
    const [first, last] = [points[0], points.at(-1)].map((point) => point.date.slice(0, 10));
    return first === last ? first : `${first} to ${last}`;
  }

  function name(row) {
    return `${row.variant} · ${row.toolchain} · ${row.scenario} · ${row.case}`;
  }

  function draw(row) {
    const points = row.points_of.map(([date, median, low, high, board, note], at) => (
      { at: at + 1, date, median, low, high, board, told: data.notes[note] }));
    const [factor, unit] = sphlab.unitOf(points.map((point) => point.high));
    const boards = [...new Set(points.map((point) => point.board))];
    const traces = boards.map((board, number) => {
      const of = points.filter((point) => point.board === board);
      return {
        type: "scatter",
        mode: "markers",
        name: plain(`board ${board}`),
        marker: {
          color: COLOURS[number % COLOURS.length],
          symbol: SYMBOLS[Math.floor(number / COLOURS.length) % SYMBOLS.length],
          size: 9,
        },
        x: of.map((point) => point.at),
        y: of.map((point) => factor * point.median),
        error_y: {
          type: "data",
          symmetric: false,
          array: of.map((point) => factor * (point.high - point.median)),
          arrayminus: of.map((point) => factor * (point.median - point.low)),
          thickness: 1,
        },
        hovertext: of.map((point) => sphlab.hover([`${point.date}: ${format(point.median, "seconds")} ` +
          `(${format(point.low, "seconds")} to ${format(point.high, "seconds")})`, point.told,
          `board ${point.board}`])),
        hoverinfo: "text",
      };
    });
    const path = {
      type: "scatter", mode: "lines", line: { color: sphlab.colour("faint"), width: 1 }, hoverinfo: "skip",
      showlegend: false, x: points.map((point) => point.at), y: points.map((point) => factor * point.median),
    };
    const ticks = everyFew(points, Math.max(2, Math.floor(place.clientWidth / TICK)));
    sphlab.draw(place, `${points.length} recordings of ${name(row)}, by board`, [path, ...traces], {
      height: 420,
      xaxis: {
        title: { text: `recordings of ${span(points)}` },
        tickvals: ticks.map((point) => point.at),
        ticktext: ticks.map((point) => plain(point.date.slice(5, 10))),
        tickangle: 0,
      },
      yaxis: { title: { text: `step [${unit}]` } },
      shapes: row.marks.map(([at]) => ({
        type: "line", x0: at + 0.5, x1: at + 0.5, yref: "paper", y0: 0, y1: 1,
        line: { color: sphlab.colour("failed"), dash: "dot", width: 1.5 },
      })),
      annotations: row.marks.map(([at, ratio]) => ({
        x: at + 0.5, yref: "paper", y: 1, yanchor: "top", xanchor: "left", text: plain(ratio),
        showarrow: false, font: { color: sphlab.colour("failed"), size: 12 },
      })),
    });
  }
})(window.sphlab);

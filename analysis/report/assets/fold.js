// One row of all recordings of the same. Defines fold().
"use strict";

(function (sphlab) {
  // Rows of one value of each of the `keys` become one: the one of the shortest `median_s`, with all of them, in that
  // order, as its `behind`. What failed or was refused in any of them is told.
  sphlab.fold = function (rows, keys) {
    const groups = Map.groupBy(rows, (row) => JSON.stringify(keys.map((key) => row[key])));
    return [...groups.values()].map((of) => (of.length > 1 ? folded(of) : of[0]));
  };

  function folded(rows) {
    const behind = [...rows].sort((a, b) => sphlab.compare(a.median_s, b.median_s));
    const mark = ["★", "≈"].find((one) => rows.some((row) => row.mark === one));
    return { ...behind[0], behind, recordings: rows.length, mark, ...verdict(rows) };
  }

  function verdict(rows) {
    const [first, ...others] = rows.filter((row) => row.verdict && row.verdict !== "passed");
    if (!first || others.length + 1 === rows.length) return {};
    return { verdict: `${first.verdict} in ${others.length + 1} of ${rows.length}`, verdict_note: first.verdict_note };
  }
})(window.sphlab);

// The first page: the cases that most variants were measured on, and the others where these are asked for.
"use strict";

(function (sphlab) {
  const data = window.sphlabData;
  sphlab.table(document.getElementById("cases"), data.cases, { chosen: { shown: [data.first] } }).start();
})(window.sphlab);

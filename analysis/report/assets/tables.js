// Pages that are tables alone: each element with `data-table` shows the table of that name.
"use strict";

document.querySelectorAll("[data-table]").forEach((place) => {
  window.sphlab.table(place, window.sphlabData[place.dataset.table]).start();
});

// The part of a page's address behind `#`: either the row that it names, or what is chosen on the page, which a
// reload and whoever gets the address find again.
"use strict";

(function (sphlab) {
  const fragment = () => location.hash.slice(1);

  sphlab.address = {
    // The anchor of a row, or an empty string.
    row: () => (fragment().startsWith("row-") ? decodeURIComponent(fragment()) : ""),

    // What is chosen in the part `name` of the page: pairs [key, value].
    read: (name) => [...new URLSearchParams(fragment())]
      .filter(([key]) => key.startsWith(`${name}.`))
      .map(([key, value]) => [key.slice(name.length + 1), value]),

    write(name, pairs) {
      const kept = [...new URLSearchParams(fragment())]
        .filter(([key]) => !key.startsWith(`${name}.`) && !key.startsWith("row-"));
      const all = [...kept, ...pairs.map(([key, value]) => [`${name}.${key}`, value])];
      history.replaceState(null, "", `#${new URLSearchParams(all)}`);
    },
  };
})(window.sphlab);

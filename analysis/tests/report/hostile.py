"""Names that would do something wherever they were taken for more than text."""

HOSTILE = [
    "<script>window.hacked=1</script>",
    "\"'><img src=x onerror=window.hacked=1>",
    "</script><svg onload=window.hacked=1>",
    "{{ 7 * 7 }}{% raw %}",
    "../../../etc/passwd",
    "javascript:window.hacked=1",
    "a|b`c`[d](e)\\$f$",
    "line\nof\r\ntwo\u2028and\x00\x1b[31m",
    "right\u202eto left\u200f",
    '<a href="javascript:window.hacked=1">x</a><b>bold</b>',
    "__proto__",
    "constructor",
]
EVERYTHING = " ".join(HOSTILE)

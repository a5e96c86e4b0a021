"""One file a kind of page: each makes analysis.report.page.Pages of what was read."""

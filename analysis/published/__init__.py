"""The numbers that pages publish, held against the committed records that they are of.

Numbers, tables and claims of a Markdown page name what they are computed from in HTML comments,
which no reader of the rendered page sees: docs/publish-a-number.md.
"""

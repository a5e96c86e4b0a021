"""The numbers that pages publish, held against the committed records that they are of.

Numbers, tables and claims of a Markdown page have names, in HTML comments that no reader of the
rendered page sees; docs/numbers/ has what they are computed from: docs/publish-a-number.md.
"""

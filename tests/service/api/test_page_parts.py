"""What pages are made of: headings, tables, listings and links, as Markdown and as HTML."""

from service.api.pages import Page, description_of, json_listing, list_of_pages, listing, table, title_of, to_html


def test_json_is_listed_with_short_parts_on_one_line():
    long = "x" * 60
    value = {"one": {"a": 1, "b": [1, 2]}, "two": [long, {"c": long, "ü": [long]}], "three": []}
    assert json_listing(value) == (
        "```json\n"
        "{\n"
        '  "one": {"a": 1, "b": [1, 2]},\n'
        '  "two": [\n'
        f'    "{long}",\n'
        "    {\n"
        f'      "c": "{long}",\n'
        f'      "ü": ["{long}"]\n'
        "    }\n"
        "  ],\n"
        '  "three": []\n'
        "}\n"
        "```\n\n"
    )


def test_a_line_of_json_has_a_hundred_characters():
    fits = "x" * (100 - len('["", 1]'))
    assert f'["{fits}", 1]\n' in json_listing([fits, 1])
    assert f'[\n  "{fits}x",\n  1\n]\n' in json_listing([f"{fits}x", 1])
    assert json_listing("x" * 200) == f'```json\n"{"x" * 200}"\n```\n\n'


def test_a_page_is_described_by_the_beginning_of_its_first_paragraph():
    said = "# Title\n\n```\nx\n```\n\n* One *thing*,\n  as `this` [says](/rules) & more."
    assert description_of(said) == "One thing, as this says & more."
    assert ' name="description" content="One thing, as this says &amp; more."' in Page("/x", said).html
    assert description_of("# Title\n\n" + "word " * 40) == "word " * 31 + "…"
    assert description_of("# Title\n\n| a |\n| --- |\n") == "Title"


def test_a_listing_ends_without_empty_lines():
    assert listing("one\n two\n\n", "sh") == "```sh\none\n two\n```\n\n"
    assert listing("one") == "```\none\n```\n\n"


def test_a_table_has_its_rows_in_one_line_each_and_is_empty_without_any():
    assert table(["a", "b"], [["1", "x |\n y"], ["2", ""]]) == "| a | b |\n| --- | --- |\n| 1 | x \\| y |\n| 2 |  |\n\n"
    assert table(["a"], []) == ""


def test_headings_have_ids_but_the_first_and_tables_and_listings_scroll():
    found = to_html("# The Title\n\n## Who plays?\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\ncode\n```\n")
    scrolls = 'tabindex="0" role="group"'
    assert found.startswith('<h1>The Title</h1>\n<h2 id="who-plays">Who plays?</h2>')
    assert f'<div class="table" {scrolls} aria-label="Table"><table>' in found
    assert '<th scope="col">a</th>\n<th class="right" scope="col">b</th>' in found.replace(
        '<th scope="col" class="right">', '<th class="right" scope="col">'
    )
    assert '<td>1</td>\n<td class="right">2</td>' in found
    assert "</table></div>" in found
    assert f'<pre {scrolls} aria-label="Listing"><code>code' in found
    assert "style=" not in found


def test_a_list_of_pages_says_which_of_them_is_here():
    assert list_of_pages("A & B", {"/a": "A <1>", "/b": "B"}, "/b") == (
        '<h2>A &amp; B</h2><ul><li><a href="/a">A &lt;1&gt;</a></li>'
        '<li><a href="/b" aria-current="page">B</a></li></ul>'
    )


def test_a_page_has_its_title_its_own_links_before_those_of_all_and_its_address_as_markdown():
    page = Page("/docs/x", "# A & B\n\nText.", links={"Mine <1>": "/mine"})
    assert title_of(page.text) == "A & B"
    assert "<title>A &amp; B" in page.html
    links = page.html.index('<a href="../mine">Mine &lt;1&gt;</a>')
    assert links < page.html.index('<a href="../docs">') < page.html.index('<a href="../docs/x.md">')
    assert '<a href="./docs">' in Page("/docs", "# A").html
    assert "<title>Other" in Page("/docs/x", "# A", title="Other").html


def test_html_in_a_text_is_shown_and_not_carried_out():
    found = to_html("Text with <b>bold</b>.\n\n<script>alert(1)</script>\n")
    assert "&lt;b&gt;bold&lt;/b&gt;" in found
    assert "&lt;script&gt;" in found
    assert "<script" not in found

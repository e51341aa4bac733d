"""A team is picked, remembered and shown in its colours, with text that can be read on any of them."""

from tests.web.visitor import AT

CONTRASTS = (
    "async () => {"
    + AT
    + """
  const { jersey } = await at("table/score.js");
  const light = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, place) => sum + [0.2126, 0.7152, 0.0722][place] * part, 0);
  const parts = Array.from({ length: 18 }, (_, step) => (15 * step).toString(16).padStart(2, "0"));
  const colours = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)));
  return Math.min(...colours.map((colour) => {
    const ink = jersey({ colours: [colour, "#ffffff"] })["--on-first"] === "#000" ? 0 : 1;
    const [low, high] = [light(colour), ink].sort((one, other) => one - other);
    return (high + 0.05) / (low + 0.05);
  }));
}"""
)


def test_a_team_is_picked_by_a_tap_remembered_and_seen_at_the_table(visit):
    visitor = visit(size="phone")
    page = visitor.page
    visitor.open("#/new/hockey")
    page.click(".teams summary")
    page.click("text=one of my own")
    page.fill(".teams input[maxlength]", "Reykjavik")
    assert visitor.violations() == []
    assert page.evaluate(CONTRASTS) > 4.5
    page.click("text=Ruby Skates")
    visitor.open("#/")
    page.click(".tile >> nth=0")  # the next game is one tap away, and for the same team
    score = page.wait_for_selector(".score .jersey.own")
    assert (score.inner_text(), score.get_attribute("data-short")) == ("Ruby Skates", "RUB")
    assert page.inner_text(".score .jersey.other") == "Copper Kettles", "the computer plays for another one"
    assert score.evaluate("span => getComputedStyle(span).backgroundColor") == "rgb(179, 18, 42)"
    assert visitor.violations() == []

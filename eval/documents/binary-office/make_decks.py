"""Presentations of everyday kinds, from which binary ones are made."""

from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Inches, Pt

TITLE, CONTENT, SECTION, TWO_CONTENTS, COMPARISON, TITLE_ONLY, BLANK = range(7)


def add_slide(deck, layout, title=None):
    slide = deck.slides.add_slide(deck.slide_layouts[layout])
    if title is not None:
        slide.shapes.title.text = title
    return slide


def add_lines(frame, lines):
    for index, line in enumerate(lines):
        text, level = line if isinstance(line, tuple) else (line, 0)
        paragraph = frame.paragraphs[0] if index == 0 else frame.add_paragraph()
        paragraph.text, paragraph.level = text, level


def add_table(slide, rows, place=(1, 2, 8, 2)):
    shape = slide.shapes.add_table(len(rows), len(rows[0]), *(Inches(each) for each in place))
    for y, row in enumerate(rows):
        for x, text in enumerate(row):
            shape.table.cell(y, x).text = text
    return shape.table


def add_box(slide, text, left, top, width=3, height=1):
    box = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(width), Inches(height))
    add_lines(box.text_frame, text.split("\n"))
    return box


def talk():
    deck = Presentation()
    slide = add_slide(deck, TITLE, "Tides of the estuary")
    slide.placeholders[1].text = "A talk for the harbour society"
    slide = add_slide(deck, CONTENT, "What we measured")
    add_lines(slide.placeholders[1].text_frame, ["Depth at nine stations", ("every ten minutes", 1), ("since 2019", 1), "Salt", ("twice a week", 1), ("by hand", 2), "Wind"])
    slide.notes_slide.notes_text_frame.text = "Thank the volunteers first.\nThen show the map."
    add_slide(deck, SECTION, "Results")
    slide = add_slide(deck, CONTENT, "Three findings")
    add_lines(slide.placeholders[1].text_frame, ["The ebb lasts longer than the flood.", "Spring tides have grown by 4 cm.", "The salt reaches the old bridge."])
    return deck


def tables():
    deck = Presentation()
    slide = add_slide(deck, TITLE_ONLY, "Harvest by orchard")
    add_table(slide, [["Orchard", "Trees", "Boxes"], ["North slope", "120", "840"], ["Mill field", "85", "512"], ["Old garden", "23", "190"]])
    slide = add_slide(deck, TITLE_ONLY, "Prices with merged heads")
    table = add_table(slide, [["Variety", "Price a box", ""], ["", "2024", "2025"], ["Boskoop", "14.50", "15.20"], ["Cox", "13.00", "13.90"]])
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(0, 0).merge(table.cell(1, 0))
    return deck


def columns():
    deck = Presentation()
    slide = add_slide(deck, TWO_CONTENTS, "For and against")
    add_lines(slide.placeholders[1].text_frame, ["Cheaper than a bridge", "No permit needed"])
    add_lines(slide.placeholders[2].text_frame, ["Slow in winter", "Needs a crew of two"])
    slide = add_slide(deck, COMPARISON, "Two ferries")
    for index, text in [(1, "Chain ferry"), (3, "Motor ferry")]:
        slide.placeholders[index].text = text
    add_lines(slide.placeholders[2].text_frame, ["Quiet", "Cable blocks boats"])
    add_lines(slide.placeholders[4].text_frame, ["Fast", "Burns 30 l a day"])
    return deck


def chart():
    deck = Presentation()
    slide = add_slide(deck, TITLE_ONLY, "Visitors by year")
    data = CategoryChartData()
    data.categories = ["2022", "2023", "2024"]
    data.add_series("Adults", (1840, 2105, 2390))
    data.add_series("Children", (620, 701, 815))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(2), Inches(8), Inches(4), data)
    add_box(slide, "Source: count at the gate", 1, 6.2, 6)
    return deck


def shapes():
    deck = Presentation()
    slide = add_slide(deck, BLANK)
    for index, text in enumerate(["Order", "Check", "Pack", "Send"]):
        shape = slide.shapes.add_shape(MSO_SHAPE.CHEVRON, Inches(0.5 + 2.3 * index), Inches(3), Inches(2.2), Inches(1))
        shape.text_frame.text = text
    group = slide.shapes.add_group_shape()
    for index, text in enumerate(["Store A", "Store B"]):
        member = group.shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(1 + 4 * index), Inches(5), Inches(3), Inches(1))
        member.text_frame.text = text
    add_box(slide, "How an order runs", 0.5, 0.5, 8)
    return deck


def scripts():
    deck = Presentation()
    slide = add_slide(deck, TITLE, "Старые карты")
    slide.placeholders[1].text = "古地図の展覧会"
    slide = add_slide(deck, CONTENT, "خرائط قديمة")
    add_lines(slide.placeholders[1].text_frame, ["خريطة الميناء", "Χάρτης του λιμανιού", "แผนที่เมือง", "Kort over Øresund – 1:50 000"])
    return deck


def look():
    deck = Presentation()
    slide = add_slide(deck, CONTENT, "Rules of the kiln")
    frame = slide.placeholders[1].text_frame
    for index, (start, strong, end) in enumerate([("Never open it above ", "200 °C", "."), ("Ask ", "Ada", " for the key."), ("See the ", "manual", " online.")]):
        paragraph = frame.paragraphs[0] if index == 0 else frame.add_paragraph()
        paragraph.add_run().text = start
        run = paragraph.add_run()
        run.text = strong
        run.font.bold = index < 2
        if index == 2:
            run.hyperlink.address = "https://example.org/kiln"
        paragraph.add_run().text = end
    box = add_box(slide, "Fired twice a week", 6, 6)
    box.text_frame.paragraphs[0].runs[0].font.size = Pt(11)
    box.text_frame.paragraphs[0].runs[0].font.italic = True
    return deck


def long_deck():
    deck = Presentation()
    for number in range(1, 25):
        slide = add_slide(deck, CONTENT, f"Station {number}")
        add_lines(slide.placeholders[1].text_frame, [f"Opened in {1900 + number * 3}", (f"platform {number % 4 + 1}", 1), f"{number * 37} passengers a day"])
        if number % 6 == 0:
            slide.notes_slide.notes_text_frame.text = f"Photo of station {number}."
    return deck


MAKERS = {
    "talk": talk,
    "tables": tables,
    "columns": columns,
    "chart": chart,
    "shapes": shapes,
    "scripts": scripts,
    "look": look,
    "long-deck": long_deck,
}

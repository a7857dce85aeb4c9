"""Specimens of word processors, presentations and spreadsheets."""

import datetime

from docx import Document
from openpyxl import Workbook
from openpyxl.styles import Font
from pptx import Presentation
from pptx.util import Inches


def make_contract(path):
    document = Document()
    document.core_properties.title = "Lease of a Workshop"
    document.core_properties.author = "Hale & Partners"
    document.add_heading("Lease of a Workshop", 0)
    document.add_paragraph("between Ferry Estates Ltd (the Landlord) and Ms Ada Okoro (the Tenant).")
    document.add_heading("1. Premises", 1)
    paragraph = document.add_paragraph("The Landlord lets the ground floor of ")
    paragraph.add_run("7 Wharf Road").bold = True
    paragraph.add_run(", including the yard, as ")
    paragraph.add_run("a workshop for furniture").italic = True
    paragraph.add_run(".")
    document.add_heading("2. Term and rent", 1)
    for text in ["The term is five years from 1 June 2026.", "The rent is £1,150 a month, due on the first day.", "The deposit is three months' rent."]:
        document.add_paragraph(text, style="List Number")
    table = document.add_table(rows=1, cols=3, style="Table Grid")
    for cell, text in zip(table.rows[0].cells, ["Year", "Rent a month", "Service charge"]):
        cell.text = text
    for row in [["1 and 2", "£1,150", "£90"], ["3 and 4", "£1,200", "£95"], ["5", "£1,260", "£95"]]:
        for cell, text in zip(table.add_row().cells, row):
            cell.text = text
    document.add_heading("3. Duties of the Tenant", 1)
    for text, style in [("to keep the premises clean", "List Bullet"), ("to insure", "List Bullet"), ("the machines", "List Bullet 2"), ("the stock", "List Bullet 2"), ("to allow an inspection once a year", "List Bullet")]:
        document.add_paragraph(text, style=style)
    document.add_paragraph("A promise not kept is a debt unpaid.", style="Intense Quote")
    document.save(str(path))


def make_letter(path):
    document = Document()
    document.add_paragraph("Riga, 4 May 2026")
    document.add_paragraph("Dear Professor Kuznetsova, dear Professor Tanaka,")
    document.add_paragraph("we invite you to the summer school on old maps. A Russian and a Japanese summary follow.")
    document.add_heading("Русская версия", 2)
    document.add_paragraph("Летняя школа посвящена старым картам Балтики. Она пройдёт с 3 по 14 августа в Риге. Проживание оплачивает университет.")
    document.add_heading("日本語版", 2)
    document.add_paragraph("夏期講座は八月三日から十四日までリガで開かれます。宿泊費は大学が負担します。")
    document.add_paragraph("With kind regards")
    document.add_paragraph("Ilze Bērziņa")
    document.save(str(path))


def make_deck(path):
    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[0])
    slide.shapes.title.text = "A Bakery on Two Wheels"
    slide.placeholders[1].text = "Plan for the spring season"
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Why a cargo bike"
    frame = slide.placeholders[1].text_frame
    frame.text = "No parking fees"
    for text, level in [("Reaches the old town", 0), ("closed to cars since 2024", 1), ("Costs £4,800 once", 0)]:
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, level
    slide.notes_slide.notes_text_frame.text = "Mention the grant of the city."
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = "Sales by stop"
    table = slide.shapes.add_table(4, 3, Inches(1), Inches(2), Inches(8), Inches(2)).table
    for y, row in enumerate([["Stop", "Loaves", "Rolls"], ["Station", "48", "160"], ["Market", "75", "210"], ["School", "12", "95"]]):
        for x, text in enumerate(row):
            table.cell(y, x).text = text
    presentation.save(str(path))


def make_workbook(path):
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "Sales"
    sheet.append(["Date", "Product", "Units", "Price", "Share"])
    for row in [[datetime.date(2026, 1, 5), "Rye loaf", 48, 3.2, 0.31], [datetime.date(2026, 1, 6), "Roll", 160, 0.45, 0.18], [datetime.date(2026, 1, 7), "Cake", 9, 18, 0.51]]:
        sheet.append(row)
    for row in sheet.iter_rows(min_row=2):
        row[0].number_format = "d mmm yyyy"
        row[3].number_format = '"£"#,##0.00'
        row[4].number_format = "0%"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    costs = workbook.create_sheet("Costs")
    costs.merge_cells("A1:C1")
    costs["A1"] = "Costs of the first quarter"
    costs.append(["Item", "Planned", "Spent"])
    costs.append(["Flour", 410, 388.5])
    costs.append(["Energy", 220, 261.2])
    workbook.save(str(path))

"""Workbooks of everyday kinds, from which binary ones are made."""

import datetime

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font

BOLD = Font(bold=True)


def fill(sheet, rows, formats=()):
    for row in rows:
        sheet.append(row)
    for cell in sheet[1]:
        cell.font = BOLD
    for column, pattern in formats:
        for row in sheet.iter_rows(min_row=2, min_col=column, max_col=column):
            row[0].number_format = pattern


def new_workbook(title):
    workbook = Workbook()
    workbook.active.title = title
    return workbook, workbook.active


def invoice():
    workbook, sheet = new_workbook("Invoice 2026-014")
    fill(
        sheet,
        [
            ["Position", "Description", "Quantity", "Unit price", "Amount"],
            [1, "Oak board, planed", 12, 18.5, 222],
            [2, "Hinges (pair)", 6, 4.95, 29.7],
            [3, "Discount for trade", 1, -25.17, -25.17],
            [4, "Delivery to Gdańsk", 1, 40, 40],
        ],
        [(4, "#,##0.00 €"), (5, '#,##0.00 €;[Red]-#,##0.00 €')],
    )
    sheet.append([None, None, None, "Total", 266.53])
    sheet["E6"].number_format = "#,##0.00 €"
    return workbook


def readings():
    workbook, sheet = new_workbook("Readings")
    start = datetime.datetime(2026, 3, 1, 6, 15)
    rows = [["Time", "Depth", "Valve open", "Change"]]
    for index in range(40):
        rows.append([start + datetime.timedelta(hours=7 * index), 3.2 + (index * 37 % 11) / 7, index % 3 == 0, ((index * 13) % 17 - 8) / 100])
    fill(sheet, rows, [(1, "yyyy-mm-dd hh:mm"), (2, "0.000"), (4, "+0.0%;-0.0%;0.0%")])
    return workbook


def timetable():
    workbook, sheet = new_workbook("Week")
    fill(sheet, [["Room", "Monday", None, "Tuesday", None], [None, "early", "late", "early", "late"], ["Kiln", "Ana", "Ben", "Ana", None], ["Studio", "Chloé", None, "Ben", "Ana"], ["Yard", None, "Ben", None, "Chloé"]])
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("D1:E1")
    sheet.merge_cells("A1:A2")
    closing = workbook.create_sheet("Closing")
    closing["A1"] = "The workshop closes at 18:00."
    closing["A3"] = datetime.time(18, 0)
    closing["A3"].number_format = "h:mm AM/PM"
    return workbook


def scripts():
    workbook, sheet = new_workbook("Языки")
    fill(sheet, [["Language", "Phrase", "Note"], ["Русский", "Добрый день", "формально"], ["日本語", "こんにちは", "一日中"], ["العربية", "مرحبا", "للجميع"], ["ไทย", "สวัสดี", "ทุกเวลา"], ["Ελληνικά", "Καλημέρα", "πρωί 🌞"]])
    return workbook


def long_texts():
    workbook, sheet = new_workbook("Findings")
    text = "The beam under the north gallery shows traces of damp over a length of two meters, "
    rows = [["No.", "Finding", "Status"]]
    for number in range(1, 31):
        rows.append([number, f"Finding {number}: " + text * (1 + number % 9) + f"part {number * 7}.", ["open", "closed", "in work"][number % 3]])
    fill(sheet, rows)
    sheet["B2"].alignment = Alignment(wrap_text=True)
    sheet["B3"] = "First line\nsecond line\nthird line"
    return workbook


def several_sheets():
    workbook, sheet = new_workbook("Flour")
    fill(sheet, [["Month", "kg"], ["January", 410], ["February", 385.5]])
    for name, factor in [("Rye", 2), ("Emmer", 3), ("Oats & barley", 4)]:
        other = workbook.create_sheet(name)
        fill(other, [["Month", "kg", "of last year"], ["January", 100 * factor, 0.95 + factor / 100], ["February", 110 * factor, 1.02]], [(2, "#,##0"), (3, "0.0%")])
    hidden = workbook.create_sheet("Working")
    hidden["A1"] = "hidden"
    hidden.sheet_state = "hidden"
    return workbook


def links():
    workbook, sheet = new_workbook("Sources")
    fill(sheet, [["Title", "Address"], ["Register of mills", "open"], ["Old maps", "open"], ["Contact", "write"]])
    for cell, target in [("B2", "https://example.org/mills?id=7&lang=en"), ("B3", "https://example.org/maps"), ("B4", "mailto:office@example.org")]:
        sheet[cell].hyperlink = target
    sheet["A2"].comment = Comment("Checked in May", "Ada")
    return workbook


def chart():
    workbook, sheet = new_workbook("Visitors")
    fill(sheet, [["Year", "Adults", "Children"], [2022, 1840, 620], [2023, 2105, 701], [2024, 2390, 815]])
    bars = BarChart()
    bars.title = "Visitors by year"
    bars.add_data(Reference(sheet, min_col=2, max_col=3, min_row=1, max_row=4), titles_from_data=True)
    bars.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=4))
    sheet.add_chart(bars, "F2")
    return workbook


def formats():
    workbook, sheet = new_workbook("Formats")
    fill(sheet, [["Kind", "Value"]])
    date = datetime.date(2026, 12, 24)
    for kind, value, pattern in [
        ("integer", 1234567, "#,##0"),
        ("negative in brackets", -1234.5, "#,##0.00_);(#,##0.00)"),
        ("scientific", 0.00012345, "0.00E+00"),
        ("fraction", 2.75, "# ?/?"),
        ("percentage", 0.125, "0.0%"),
        ("dollars", 1999.9, '"$"#,##0.00'),
        ("long date", date, "dddd, d mmmm yyyy"),
        ("short date", date, "dd/mm/yy"),
        ("duration", datetime.timedelta(hours=31, minutes=5), "[h]:mm"),
        ("text of a number", "00420", "@"),
        ("unit", 12.5, '0.0" kg"'),
        ("thousands", 5400000, '0.0,,"M"'),
        ("boolean", True, "General"),
        ("general", 0.1 + 0.2, "General"),
        ("large", 123456789012, "General"),
        ("phone", 4155550132, "(000) 000-0000"),
    ]:
        sheet.append([kind, value])
        sheet.cell(sheet.max_row, 2).number_format = pattern
    return workbook


def form():
    workbook, sheet = new_workbook("Application")
    for cell, text in [("A1", "Application for a stall"), ("A3", "Name"), ("B3", "Ilze Bērziņa"), ("A4", "Goods"), ("B4", "Pottery, glazed"), ("A6", "Days"), ("A7", "Saturday"), ("B7", "yes"), ("A8", "Sunday"), ("B8", "no"), ("D3", "Fee"), ("E3", 35), ("D4", "Deposit"), ("E4", 20)]:
        sheet[cell] = text
    sheet["A1"].font = Font(bold=True, size=16)
    sheet.merge_cells("A1:E1")
    sheet.row_dimensions[8].hidden = False
    return workbook


MAKERS = {
    "invoice": invoice,
    "readings": readings,
    "timetable": timetable,
    "scripts": scripts,
    "long-texts": long_texts,
    "several-sheets": several_sheets,
    "links": links,
    "chart": chart,
    "formats": formats,
    "form": form,
}

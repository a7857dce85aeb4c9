"""PDF specimens, laid out with WeasyPrint."""

import io
import random

import pymupdf
from PIL import Image, ImageFilter
from weasyprint import HTML

BODY = "font: 10.5pt/1.45 'DejaVu Serif', serif;"

INVOICE = f"""<style>
@page {{ size: A4; margin: 20mm }} body {{ font: 10pt/1.4 'DejaVu Sans', sans-serif }}
table {{ border-collapse: collapse; width: 100% }} .lines td, .lines th {{ border-bottom: .5pt solid #999; padding: 2mm 1mm; text-align: left }}
.n {{ text-align: right !important }} .two {{ display: flex; justify-content: space-between }}
</style>
<div class="two"><div><b>Brightwell Cycles Ltd</b><br>14 Canal Row<br>Leeds LS2 7QA</div>
<div>Invoice no. 2026-0417<br>Date: 3 March 2026<br>Due: 2 April 2026</div></div>
<h1>Invoice</h1>
<p>Bill to: Harrow School Cycling Club, 5 High Street, Harrow HA1 3HP</p>
<table class="lines"><tr><th>Item</th><th class="n">Qty</th><th class="n">Unit price</th><th class="n">Amount</th></tr>
<tr><td>Full service, road bicycle<br>including new brake cables</td><td class="n">4</td><td class="n">£65.00</td><td class="n">£260.00</td></tr>
<tr><td>Inner tube 700 × 25C</td><td class="n">12</td><td class="n">£5.50</td><td class="n">£66.00</td></tr>
<tr><td>Chain, 11-speed</td><td class="n">2</td><td class="n">£28.75</td><td class="n">£57.50</td></tr>
<tr><td colspan="3" class="n">Subtotal</td><td class="n">£383.50</td></tr>
<tr><td colspan="3" class="n">VAT 20 %</td><td class="n">£76.70</td></tr>
<tr><td colspan="3" class="n"><b>Total</b></td><td class="n"><b>£460.20</b></td></tr></table>
<h2>Payment</h2><p>Please pay within 30 days to account 20418834, sort code 40-22-11, and quote the invoice number.</p>"""

PAPER_COLUMN = """
<h2>1 Introduction</h2>
<p>Honey bees regulate the temperature of their brood nest within a narrow band. Earlier work measured single combs in
glass hives; we follow forty colonies through a whole year and ask how much of the variation is explained by the weather
outside and how much by the size of the colony.</p>
<p>Our contribution is threefold: a data set of 1.2 million readings, a model of heat production, and an estimate of the
honey that insulation saves.</p>
<h2>2 Methods</h2><h3>2.1 Sensors</h3>
<p>Each hive carried five digital thermometers, read every fifteen minutes. Readings beyond three standard deviations of
the daily mean were checked by hand<sup>1</sup>.</p>
<h3>2.2 Model</h3>
<p>Heat loss is taken as proportional to the difference between the inside and the outside, and heat production as
proportional to the number of bees to the power of two thirds.</p>
<table><caption>Table 1: Mean temperature by season (°C)</caption>
<tr><th>Season</th><th>Inside</th><th>Outside</th></tr><tr><td>Spring</td><td>34.6</td><td>11.2</td></tr>
<tr><td>Summer</td><td>34.9</td><td>19.8</td></tr><tr><td>Winter</td><td>22.3</td><td>3.1</td></tr></table>
<h2>3 Results</h2>
<p>Colonies kept the brood at 34.7 °C with a standard deviation of 0.4 °C. Insulated hives used 18 % less honey in winter
(95 % interval 12 to 23 %). The effect of colony size was smaller than expected and vanished above thirty thousand
bees.</p>
<ul><li>Small colonies cooled by 0.3 °C per night of frost.</li><li>Large colonies did not cool measurably.</li></ul>
<h2>4 Discussion</h2>
<p>The results suggest that keepers of small colonies gain most from insulation. We did not measure humidity, which may
limit the benefit in wet climates.</p>
<h2>References</h2>
<p>[1] Ashdown, P. and Li, W. (2019). Thermal budgets of small colonies. Apicultural Reports 12, 44-61.</p>
<p>[2] Okafor, N. (2022). Hives in winter. Meadow Press.</p>
<div class="note"><sup>1</sup> Fewer than one reading in ten thousand was removed.</div>"""

PAPER = f"""<style>@page {{ size: A4; margin: 18mm 16mm; @top-center {{ content: 'Journal of Rural Science 8 (2026)'; font-size: 8pt }}
@bottom-center {{ content: counter(page); font-size: 8pt }} }}
body {{ font: 9.5pt/1.35 'DejaVu Serif', serif; text-align: justify; hyphens: auto }} h1 {{ text-align: center; font-size: 17pt }}
.by {{ text-align: center }} .columns {{ columns: 2; column-gap: 8mm }} h2 {{ font-size: 11.5pt }} h3 {{ font-size: 10pt }}
table {{ border-top: 1pt solid; border-bottom: 1pt solid; width: 100%; border-collapse: collapse }} td, th {{ padding: .8mm }}
.note {{ border-top: .4pt solid; font-size: 7.5pt; margin-top: 6mm }}</style>
<html lang="en"><h1>Warm Nests: A Year of Temperatures in Forty Bee Hives</h1>
<p class="by">Marta Lindqvist · Owen Pryce<br>Institute of Rural Science, Aber</p>
<p><b>Abstract.</b> We measured the temperature of forty honey bee colonies for a year. The brood nest stays within half a
degree, and insulation saves almost a fifth of the winter stores.</p><div class="columns">{PAPER_COLUMN}</div></html>"""

FORM = """<style>@page { size: A4; margin: 20mm } body { font: 10pt/1.5 'DejaVu Sans', sans-serif } .f { border-bottom: .5pt solid; display: inline-block; width: 70mm }
table { border-collapse: collapse; width: 100% } td, th { border: .6pt solid; padding: 2mm; text-align: left }</style>
<h1>Application for a Garden Plot</h1>
<p>Please complete in block letters and return to the office by 31 May.</p>
<h2>Applicant</h2>
<p>Full name: <span class="f">ELENA MARSH</span></p><p>Address: <span class="f">22 ORCHARD LANE</span></p>
<p>Telephone: <span class="f">0161 496 0123</span></p>
<h2>Plot</h2>
<p>☒ Full plot (250 m²)<br>☐ Half plot (125 m²)<br>☐ Raised bed</p>
<table><tr><th>Fee</th><th>Member</th><th>Guest</th></tr><tr><td>Full plot</td><td>£60</td><td>£84</td></tr>
<tr><td>Half plot</td><td>£35</td><td>£49</td></tr><tr><td>Raised bed</td><td>£15</td><td>£21</td></tr></table>
<h2>Declaration</h2>
<ol><li>I have read the rules of the society.</li><li>I will keep the paths clear.</li><li>I will not sublet the plot.</li></ol>
<p>Signature: <span class="f">E. Marsh</span> Date: <span class="f">12.4.2026</span></p>"""

REPORT_PARAGRAPH = """The year was drier than usual, and the springs above the village fell to a third of their mean flow in
August. The council therefore limited the watering of gardens for six weeks. Households reduced their use by 14 %, farms
by 9 %, and the school by a quarter after its old pipes had been replaced in the holidays."""


def report_html():
    sections = []
    for number, title in enumerate(["Summary", "Supply", "Demand", "Works", "Finances", "Outlook"], start=1):
        sections.append(f"<h1>{number} {title}</h1>")
        sections.append(f"<p>{REPORT_PARAGRAPH}</p>" * 3)
        if title == "Works":
            sections.append("<ul><li>Mill Lane: 420 m of new pipe<ul><li>two valves</li><li>one hydrant</li></ul></li><li>School: all pipes</li></ul>")
        if title == "Finances":
            rows = "".join(f"<tr><td>{year}</td><td>{income:,}</td><td>{cost:,}</td></tr>" for year, income, cost in [(2023, 48200, 45100), (2024, 50150, 49900), (2025, 53400, 51020)])
            sections.append(f"<table><tr><th>Year</th><th>Income</th><th>Costs</th></tr>{rows}</table>")
    return f"""<style>@page {{ size: A5; margin: 20mm 16mm; @top-left {{ content: 'Annual Report 2025'; font-size: 8pt }}
    @top-right {{ content: 'Water Board of Nether Combe'; font-size: 8pt }} @bottom-center {{ content: 'Page ' counter(page) ' of ' counter(pages); font-size: 8pt }} }}
    body {{ {BODY} text-align: justify; hyphens: auto }} h1 {{ font-size: 15pt }} td, th {{ padding: 1mm 4mm; text-align: right }}</style>
    <html lang="en"><p style="font-size: 24pt; text-align: center">Annual Report 2025</p>{''.join(sections)}</html>"""


SCAN = f"""<style>@page {{ size: A4; margin: 25mm }} body {{ {BODY} }}</style><p>County Records Office<br>Castle Street 4<br>Dorchester</p>
<p>17 November 1998</p><h2>Parish registers of Upwey</h2><p>Dear Mrs Hallett,</p>
<p>Thank you for your letter of 2 November. We hold the registers of baptisms from 1654 to 1812 and those of marriages from
1660. The burials of the years 1701 to 1715 were lost in a fire.</p>
<p>You may see the volumes in the reading room on</p><ul><li>Tuesdays from ten to four,</li><li>Thursdays from ten to seven.</li></ul>
<p>Copies cost twenty pence a page.</p><p>Yours sincerely,<br>J. R. Penrose, Archivist</p>"""


def write(html, path):
    HTML(string=html).write_pdf(str(path))


def make_invoice(path):
    write(INVOICE, path)


def make_paper(path):
    write(PAPER, path)


def make_form(path):
    write(FORM, path)


def make_report(path):
    write(report_html(), path)


def make_scan(path):
    """Renders a letter at 200 dpi, tilts it by 0.7 degrees, and adds blur and noise."""
    document = pymupdf.open(stream=HTML(string=SCAN).write_pdf(), filetype="pdf")
    pixmap = document[0].get_pixmap(dpi=200)
    image = Image.open(io.BytesIO(pixmap.tobytes("png"))).convert("L").rotate(0.7, fillcolor=250, resample=Image.BICUBIC)
    noise = Image.effect_noise(image.size, 18)
    image = Image.blend(image.filter(ImageFilter.GaussianBlur(0.6)), noise, 0.08 + random.Random(7).random() * 0.02)
    image.save(str(path), "PDF", resolution=200)

"""A chapter of a book as EPUB 3."""

import zipfile

CONTAINER = """<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""

PACKAGE = """<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">specimen</dc:identifier>
<dc:title>The Lamp Room</dc:title><dc:creator>R. Vale</dc:creator><dc:language>en</dc:language></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c1"/></spine></package>"""

NAV = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="toc"><ol><li><a href="one.xhtml">The Keeper</a></li></ol></nav></body></html>"""

CHAPTER = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<section epub:type="chapter"><p class="number">Chapter 1</p><h1>The Keeper</h1>
<p>The lamp had to be lit before the gulls came in. Tomas knew it <em>by the color of the water</em>, not by the clock,
which had stopped in the year of the great storm.<a epub:type="noteref" href="#n1">1</a></p>
<p>“You will go to the mainland,” said his mother, “and you will ask for oil.”</p><p>“And if they have none?”</p>
<blockquote><p>Ask again, and ask the priest.</p></blockquote><h2>The crossing</h2>
<p>He rowed for three hours. The list in his pocket said:</p><ul><li>oil, two cans</li><li>wick</li><li>news of the war</li></ul>
<hr/><p>When he came back, the lamp was burning.</p>
<aside epub:type="footnote" id="n1"><p>The storm of 1881, in which the old tower fell.</p></aside></section></body></html>"""


def make_chapter(path):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip", compress_type=zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OEBPS/book.opf", PACKAGE)
        archive.writestr("OEBPS/nav.xhtml", NAV)
        archive.writestr("OEBPS/one.xhtml", CHAPTER)

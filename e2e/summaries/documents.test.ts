import { PdfDocument } from '@quern/pdf/pdf-document';
import { docxParagraph, makeDocx, makePdf, type PdfTextLine } from '@quern/testing/documents/make-documents';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectConsistent, readText, summarizeFiles, summarizeText } from './summary-client.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ QUERN_RATE_LIMIT: 'off' });
});
afterAll(() => service.stop());

const paragraphs = readText('article.txt').split('\n\n').slice(3, -1);
const title = 'Old glasshouse to become a seed bank';

/** Its words are in the text in their order, with words left out in between; its first letter is a capital. */
function expectFromParagraphs(sentence: string): void {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const wanted = wordsOf(sentence);
  const sources = paragraphs.filter((paragraph) => {
    let at = 0;
    for (const word of wordsOf(paragraph)) if (word === wanted[at]) at++;
    return at === wanted.length;
  });
  expect(sources).toHaveLength(1);
  expect(sentence).not.toMatch(/\s\s|\n/);
}

/** Lines of a page, 90 characters long, with a running head and a page number. */
function pdfPage(texts: readonly string[], number: number): PdfTextLine[] {
  const lines: PdfTextLine[] = [
    { text: 'Arden Courier Quarterly', y: 810, size: 9 },
    { text: `Page ${number} of 3`, y: 30, size: 9 },
  ];
  let y = 760;
  if (number === 1) lines.push({ text: title, y, size: 20 });
  for (const text of texts) {
    y -= 30;
    for (const line of text.match(/.{1,85}(?=\s|$)/g) ?? []) {
      lines.push({ text: line.trim(), y });
      y -= 14;
    }
  }
  return lines;
}

const pdf = makePdf(
  [1, 2, 3].map((number) => pdfPage(paragraphs.slice(2 * number - 2, 2 * number), number)),
  title,
);

describe('summaries of documents', () => {
  it('leave out the title, headings, tables and captions of a DOCX', async () => {
    const style = (level: number) => `<w:pStyle w:val="Heading${level}"/>`;
    const styles = [1, 2]
      .map(
        (level) =>
          `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`,
      )
      .join('');
    const table = `<w:tbl><w:tr><w:tc>${docxParagraph('Species kept')}</w:tc><w:tc>${docxParagraph('1,900')}</w:tc></w:tr></w:tbl>`;
    const body = [
      docxParagraph(title, style(1)),
      docxParagraph('The plan', style(2)),
      ...paragraphs.slice(0, 3).map((text) => docxParagraph(text)),
      docxParagraph('Table 1: Seeds of the region'),
      table,
      docxParagraph('Doubts and conditions', style(2)),
      ...paragraphs.slice(3).map((text) => docxParagraph(text)),
    ];
    const result = await summarizeFiles(service, { file: makeDocx(body.join(''), title, { styles }) });
    expectConsistent(result);
    expect(result.sections?.map((section) => section.heading)).toEqual(['The plan', 'Doubts and conditions']);
    expect(result.summary).not.toMatch(/The plan|Doubts and|Table 1|Species kept|Old glasshouse/);
    for (const { text } of result.sentences) expectFromParagraphs(text);
  });

  it('join the lines of a PDF and leave out its running heads and page numbers', async () => {
    for (const maxLength of ['200', '500', '1000']) {
      const result = await summarizeFiles(service, { file: pdf }, { maxLength });
      expectConsistent(result);
      expect(result.summary.length).toBeLessThanOrEqual(Number(maxLength));
      expect(result.summary).not.toMatch(/Quarterly|Page \d/);
      for (const { text } of result.sentences) if (text !== `${title}.`) expectFromParagraphs(text);
    }
  });

  it('leave out the headers, salutation and signature of an EML', async () => {
    const [headers = '', ...body] = readText('message.txt').split('\n\n');
    const message = `${headers}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n${body.join('\n\n')}`;
    const result = await summarizeFiles(service, { file: message.replaceAll('\n', '\r\n') });
    expectConsistent(result);
    expect(result.summary).not.toMatch(/@|Subject|Hi all|Best regards|Facilities|wrote:|>|Message-ID/);
    expect(result.summary).toMatch(/\.$/);
  });

  it('read a scanned page', async () => {
    const document = await PdfDocument.open(pdf);
    const { data, width, height } = document.render(0, 10_000_000);
    const image = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toBuffer();
    const result = await summarizeFiles(service, { file: image });
    expectConsistent(result);
    expect(result.originalLanguage).toBe('en');
    expect(result.summary).toMatch(/glasshouse|seed/);
    expect(result.summary).not.toMatch(/Quarterly|Page 1|Old glasshouse/);
  });

  it('treat 0.file and 1.file as one document, in the order of their numbers', async () => {
    const [first, second] = [paragraphs.slice(0, 4), paragraphs.slice(4)].map((part) => part.join('\n\n'));
    const result = await summarizeFiles(service, { '1.file': second ?? '', '0.file': first ?? '' });
    const joined = await summarizeText(service, paragraphs.join('\n\n'));
    expectConsistent(result);
    expect(result.summary).toBe(joined.summary);
    expect(result.sentences.map(({ source }) => source)).toEqual(
      joined.sentences.map(({ source }) => source),
    );
  });
});

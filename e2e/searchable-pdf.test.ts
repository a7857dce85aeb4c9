import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PdfDocument } from '@quern/pdf';
import { createQuern } from '@quern/sdk';
import { makeDocx, makePdf } from '@quern/testing/documents/make-documents';
import { makeScannedPdf } from '@quern/testing/documents/make-scanned-pdf';
import { runQuern } from '@quern/testing/service/run-quern';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const fixture = (path: string): Buffer => readFileSync(resolve(import.meta.dirname, path));
const receipt = fixture('../testing/fixtures/receipt-scan.jpg');
const encrypted = fixture('../testing/src/documents/fixtures/note-encrypted.pdf');
const receiptPage = { jpeg: receipt, width: 732, height: 539 };

let service: TestService;
let folder: string;
beforeAll(async () => {
  [service, folder] = await Promise.all([
    startTestService({ QUERN_RATE_LIMIT: 'off' }),
    mkdtemp(join(tmpdir(), 'quern-pdf-')),
  ]);
}, 60_000);
afterAll(async () => {
  await Promise.all([service.stop(), rm(folder, { recursive: true, force: true })]);
});

const client = () => createQuern({ baseUrl: service.url, apiKey: testApiKey });

async function convert(bytes: Uint8Array, more: object = {}, name = 'scan.jpg') {
  const { data } = await client().convert({ file: { name, bytes }, output: 'pdf', ...more });
  if (data.pdf === undefined) throw new Error('the result has no PDF');
  return { ...data, pdf: data.pdf, bytes: await client().files.get(data.pdf.url) };
}

const failureOf = (bytes: Uint8Array, more: object) => convert(bytes, more).catch((error: unknown) => error);

const textOf = async (pdf: Uint8Array, page: number, password?: string): Promise<string> => {
  const document = await PdfDocument.open(pdf, { password });
  return document
    .readPage(page)
    .glyphs.map(({ text }) => text)
    .join('');
};

describe('convert with output pdf', () => {
  it('returns an image as a PDF whose text is the recognized one', async () => {
    const { pdf, bytes, markdown } = await convert(receipt, {}, 'Beleg Größe.jpg');
    expect(pdf).toMatchObject({ type: 'application/pdf', bytes: bytes.length });
    expect(pdf.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const { data: recognized } = await client().ocr({ file: receipt });
    const lines = recognized.text.description.split(/\n+/).join('');
    expect(await textOf(bytes, 0)).toBe(lines);
    // Converted again, nothing has to be recognized.
    const { data: again } = await client().convert({ file: bytes });
    expect(again.pages).toMatchObject([{ number: 1, ocr: false }]);
    const words = (text: string) => text.match(/[\p{L}\p{N}.]+/gu)?.toSorted();
    expect(words(again.markdown)).toEqual(words(markdown));
    const response = await fetch(`${service.url}${pdf.url}`, {
      headers: { authorization: `Bearer ${testApiKey}` },
    });
    expect(response.headers.get('content-disposition')).toMatch(
      /filename\*=UTF-8''Beleg%20Gr%C3%B6%C3%9Fe\.pdf$/,
    );
    await response.body?.cancel();
  });

  it('adds text to the scanned pages of a PDF only, and changes nothing that is seen', async () => {
    const scan = makeScannedPdf([
      receiptPage,
      {
        ...receiptPage,
        content: 'BT 3 Tr /F1 12 Tf 72 300 Td (The mill grinds the wheat of the whole valley.) Tj ET',
      },
    ]);
    const { bytes, pages, usage } = await convert(scan);
    expect(pages.map(({ ocr }) => ocr)).toEqual([true, false]);
    expect(usage).toBe(1);
    expect(await textOf(bytes, 0)).toContain('THE OLD MILL BAKERY');
    expect(await textOf(bytes, 1)).toBe('The mill grinds the wheat of the whole valley.');
    const [before, after] = await Promise.all([PdfDocument.open(scan), PdfDocument.open(bytes)]);
    for (const page of [0, 1])
      expect(Buffer.compare(after.render(page, 1e8).data, before.render(page, 1e8).data)).toBe(0);
  });

  it('returns a PDF with text as it is, also if it is encrypted', async () => {
    const text = makePdf([[{ text: 'The mill grinds the wheat.', y: 700 }]]);
    expect(Buffer.from((await convert(text)).bytes).equals(text)).toBe(true);
    expect(
      Buffer.from((await convert(encrypted, { password: 'Obst-Ärger 7' })).bytes).equals(encrypted),
    ).toBe(true);
  });

  it('adds text to the selected pages, and returns all pages', async () => {
    const { bytes, pages } = await convert(makeScannedPdf([receiptPage, receiptPage]), { pages: '2' });
    expect(pages.map(({ number }) => number)).toEqual([2]);
    expect(await textOf(bytes, 0)).toBe('');
    expect(await textOf(bytes, 1)).toContain('THE OLD MILL BAKERY');
  });

  it('works in the background', async () => {
    const { jobs, files } = client();
    const { data: submitted } = await jobs.submit('convert', { file: receipt, output: 'pdf' });
    const { data } = await jobs.wait<{ readonly pdf: { readonly url: string } }>(submitted.id);
    expect(await textOf(await files.get(data?.pdf.url ?? ''), 0)).toContain('THE OLD MILL BAKERY');
  });

  it('is refused for other formats, modes and pages, without a charge', async () => {
    const before = await service.balance();
    const docx = makeDocx('<w:p><w:r><w:t>The mill grinds.</w:t></w:r></w:p>');
    expect(await failureOf(docx, {})).toMatchObject({
      status: 400,
      code: 'invalid_file',
      message: expect.stringMatching(/for PDFs and images; .* docx/),
    });
    for (const more of [{ ocr: 'never' }, { ocr: 'always' }, { pages: '2' }, { output: 'docx' }]) {
      expect(await failureOf(receipt, more)).toMatchObject({ status: 400, code: 'invalid_parameters' });
    }
    expect(await failureOf(encrypted, {})).toMatchObject({ status: 400, code: 'unreadable_document' });
    expect(await service.balance()).toBe(before);
  });

  it('charges and stores nothing if it is canceled', async () => {
    const [before, stored] = [await service.balance(), await service.metric('quern_stored_results_bytes')];
    const controller = new AbortController();
    const { convert: call } = client();
    const scan = makeScannedPdf(Array.from({ length: 20 }, () => receiptPage));
    const from = service.logLines.length;
    const running = call({ file: scan, output: 'pdf' }, { signal: controller.signal });
    await expect
      .poll(() => service.metric('quern_work_running{operation="convert"}'), { timeout: 30_000 })
      .toBe(1);
    controller.abort();
    await expect(running).rejects.toThrow();
    await service.untilLogged('client_gone', from);
    expect(await service.balance()).toBe(before);
    expect(await service.metric('quern_stored_results_bytes')).toBe(stored);
  });

  it('is written to the folder of the command line, and downloaded by it', async () => {
    await writeFile(join(folder, 'receipt.jpg'), receipt);
    const quern = (args: readonly string[]) =>
      runQuern(args, { settings: { QUERN_URL: service.url, QUERN_API_KEY: testApiKey }, cwd: folder });
    const run = await quern(['convert', 'receipt.jpg', '--output-format', 'pdf', '-o', 'out']);
    expect([run.code, run.stderr]).toEqual([0, '1 of 1 files written to out\n']);
    const written = await readFile(join(folder, 'out/receipt.pdf'));
    expect(await textOf(written, 0)).toContain('THE OLD MILL BAKERY');
    // Its result would have the name of the file.
    const same = await quern([
      'convert',
      'out/receipt.pdf',
      '--output-format',
      'pdf',
      '-o',
      'out',
      '--overwrite',
    ]);
    expect([same.code, same.stderr]).toEqual([1, expect.stringContaining('would replace the file')]);
    const printed = await quern(['convert', 'receipt.jpg', '--output-format', 'pdf', '--json']);
    const { pdf } = JSON.parse(printed.stdout) as { pdf: { url: string } };
    expect((await quern(['download', pdf.url, '-o', 'copy.pdf'])).code).toBe(0);
    expect((await readFile(join(folder, 'copy.pdf'))).equals(written)).toBe(true);
    const missing = await quern(['download', 'file_missing', '-o', 'none.pdf']);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('not_found')]);
  });
});

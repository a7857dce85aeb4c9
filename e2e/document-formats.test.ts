import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encryptAgile } from '@quern/testing/documents/encrypt-package';
import { docxParagraph, makeDocx, makeZip } from '@quern/testing/documents/make-documents';
import { makeScannedPdf } from '@quern/testing/documents/make-scanned-pdf';
import { repositoryRoot } from '@quern/testing/repository-root';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const read = (path: string): Buffer => readFileSync(join(repositoryRoot, path));
const fixture = (name: string): Buffer => read(`testing/src/documents/fixtures/${name}`);
const password = 'Obst-Ärger 7';
const receipt = read('testing/fixtures/receipt-scan.jpg');
const receiptPage = { jpeg: receipt, width: 732, height: 539 };
const lockedPdf = fixture('note-encrypted.pdf');

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ QUERN_RATE_LIMIT: 'off' });
}, 60_000);

afterAll(() => service.stop());

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly code?: string;
  readonly data?: {
    readonly markdown?: string;
    readonly summary?: string;
    readonly format?: string;
    readonly usage: number;
    readonly text?: { readonly description: string };
    readonly pages?: readonly { readonly ocr: boolean }[];
    readonly warnings?: readonly { readonly message: string }[];
  };
}

async function send(operation: string, file: Buffer, fields: Record<string, string> = {}): Promise<Answer> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file)]), 'upload');
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const response = await fetch(`${service.url}/v0/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testApiKey}` },
    body,
  });
  const text = await response.text();
  return { ...(JSON.parse(text) as Omit<Answer, 'status' | 'text'>), status: response.status, text };
}

describe('passwords', () => {
  it('open encrypted files in convert, summarize and ocr', async () => {
    const docx = encryptAgile(makeDocx(docxParagraph('The cider press is locked.')), password);
    expect((await send('convert', docx, { password })).data).toMatchObject({
      markdown: 'The cider press is locked.',
      format: 'docx',
    });
    const summarized = await send('summarize', lockedPdf, { password, style: 'extractive' });
    expect(summarized.data?.summary).toBe('The cider press is locked.');
    const recognized = await send('ocr', lockedPdf, { password });
    expect(recognized.data?.text?.description).toContain('cider press');
  });

  it('that are missing or wrong are a 400 with the reason', async () => {
    const missing = await send('convert', lockedPdf);
    expect(missing).toMatchObject({ status: 400, code: 'unreadable_document' });
    expect(missing.text).toContain('send its password');
    for (const operation of ['convert', 'summarize', 'ocr']) {
      const wrong = await send(operation, lockedPdf, { password: 'not-the-secret' });
      expect([operation, wrong.status, wrong.code]).toEqual([operation, 400, 'unreadable_document']);
      expect(wrong.text).toContain('the password is wrong');
    }
  });

  it('are neither in errors nor in the log', async () => {
    const long = 'unmistakable-'.repeat(100);
    const invalid = await send('convert', lockedPdf, { password: long });
    expect(invalid).toMatchObject({ status: 400, code: 'invalid_parameters' });
    expect(invalid.text).not.toContain('unmistakable');
    const log = service.logLines.join('\n');
    for (const secret of ['unmistakable', 'not-the-secret', 'Obst-']) expect(log).not.toContain(secret);
  });
});

describe('formats', () => {
  it.each([
    ['orchard.doc', 'doc', 1],
    ['orchard.xls', 'xls', 1],
    ['orchard.ppt', 'ppt', 1],
    ['orchard.fodt', 'odt', 1],
  ])('convert reads %s', async (name, format, usage) => {
    const { data } = await send('convert', fixture(name));
    expect(data).toMatchObject({ format, usage });
    expect(data?.markdown).toMatch(/Boskoop|Café Čapek/);
  });

  it('the price of an archive follows the pages of its files, and chunks are on them', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 11 }, (_, index) => [`${index}.txt`, `Text ${index}`]),
    );
    const { data } = await send('convert', makeZip({ ...files, 'a.bin': '\0\x01' }), { chunkTokens: '64' });
    expect(data).toMatchObject({ format: 'zip', usage: 3 });
    expect(data?.warnings?.map(({ message }) => message).join()).toContain('"a.bin" was not read');
  });

  it('the price of scans in archives and messages follows their pages, as the result has them', async () => {
    const scan = makeScannedPdf([receiptPage, receiptPage, receiptPage]);
    const mail = [
      ...['From: a@x.example', 'To: b@x.example', 'Subject: Receipts', 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/mixed; boundary=m', '', '--m', '', 'Attached', '--m'],
      ...['Content-Disposition: attachment; filename="scan.pdf"', 'Content-Transfer-Encoding: base64', ''],
      ...[scan.toString('base64').replace(/.{76}/g, '$&\r\n'), '--m--'],
    ].join('\r\n');
    const files = {
      'a.txt': 'Text',
      'b.jpg': receipt,
      'mail.eml': mail,
      'cut.jpg': receipt.subarray(0, 900),
    };
    const { data } = await send('convert', makeZip(files));
    // The text, the picture, the message with three pages, and the damaged picture.
    expect(data?.pages?.map(({ ocr }) => ocr)).toEqual([false, true, false, true, true, true, false]);
    expect(data?.usage).toBe(Math.ceil(7 / 5));
    const total = /TOTAL/gi;
    const alone = (await send('convert', receipt)).data?.markdown ?? '';
    expect(alone).toMatch(total);
    expect(data?.markdown?.match(total)).toHaveLength(4 * (alone.match(total)?.length ?? 0));
    expect(data?.warnings?.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^"cut\.jpg" was not read: /),
    ]);
    const selected = await send('convert', makeZip(files), { pages: '2' });
    expect(selected.data?.usage).toBe(1);
    expect(selected.data?.markdown).toMatch(/^# b\.jpg/);
    const summarized = await send('summarize', makeZip({ 'b.jpg': receipt }), { style: 'extractive' });
    expect(summarized.status).toBe(200);
  });

  it('ocr and convert read HEIC', async () => {
    const heic = read('packages/ocr/src/fixtures/note.heic');
    expect((await send('ocr', heic)).data?.text?.description).toBe('Cider press 1931\nclosed on Mondays');
    expect((await send('convert', heic)).data?.markdown).toContain('Cider press 1931');
  });
});

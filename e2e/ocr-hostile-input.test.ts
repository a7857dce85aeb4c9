import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { makePdfOfContent } from '@quern/testing/documents/make-documents';
import { pngChunk } from '@quern/testing/hostile-input/png-chunk';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import sharp, { type Create } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const receipt = readFileSync(join(import.meta.dirname, '../testing/fixtures/receipt-scan.jpg'));

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.stop());

function upload(file: Uint8Array): Promise<Response> {
  const body = new FormData();
  body.append('file', new File([Buffer.from(file)], 'any-name'));
  const headers = { authorization: `Bearer ${testApiKey}` };
  return fetch(`${service.url}/v0/ocr`, { method: 'POST', headers, body });
}

/** Status and credits, with the code and message of an error, or the text of a result. */
async function outcomeOf(sent: Promise<Response>): Promise<string> {
  const response = await sent;
  const { code, error, data } = (await response.json()) as {
    code?: string;
    error?: string;
    data?: { text: { description: string } };
  };
  const details = data === undefined ? `${code}: ${error}` : JSON.stringify(data.text.description);
  return `${response.status} ${response.headers.get('x-credits-used')} ${details}`;
}

const white = (width: number, height: number): { create: Create } => ({
  create: { width, height, channels: 3, background: '#fff' },
});

/** A PNG that states its size and contains one row of pixels. */
function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const row = deflateSync(Buffer.alloc(1 + Math.ceil(width / 8)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', row),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF whose first frame is white and whose second one is black. */
async function animatedGif(): Promise<Buffer> {
  const { data, info } = await sharp(white(100, 80)).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: 2 * info.height, channels: 3, pageHeight: info.height } as const;
  return sharp(Buffer.concat([data, Buffer.alloc(data.length)]), { raw })
    .gif()
    .toBuffer();
}

const pdfWithoutPages = makePdfOfContent('0 0 m', { pageCount: 0, kids: '' });

/** Files, and what the service returns for them: status, credits, and an error or the text. */
const cases: readonly (readonly [string, () => Uint8Array | Promise<Uint8Array>, RegExp])[] = [
  ['an empty file', () => new Uint8Array(0), /^400 0 invalid_image: .*empty/],
  ['10 MB of zeros', () => Buffer.alloc(10_000_000), /^400 0 invalid_image: .*supported format/],
  ['11 MB of zeros', () => Buffer.alloc(11_000_000), /^400 0 file_too_large: /],
  ['30 MB of zeros', () => Buffer.alloc(30_000_000), /^413 0 /],
  [
    'a PNG of 60,000 × 60,000 pixels',
    () => pngOfSize(60_000, 60_000),
    /^400 0 invalid_image: .*60000 × 60000 pixels; the limit is 100000000/,
  ],
  ['a PNG without most of its rows', () => pngOfSize(800, 800), /^400 0 invalid_image: .*damaged/],
  ['a PNG of 0 × 10 pixels', () => pngOfSize(0, 10), /^400 0 invalid_image: /],
  [
    'a truncated JPEG',
    () => receipt.subarray(0, receipt.length / 2),
    /^400 0 invalid_image: The image is damaged/,
  ],
  ['a JPEG of two bytes', () => receipt.subarray(0, 2), /^400 0 invalid_image: /],
  ['an animated GIF', animatedGif, /^200 1 ""$/],
  ['a PNG of 1 × 1 pixel', () => sharp(white(1, 1)).png().toBuffer(), /^200 1 ""$/],
  ['a PNG of 20,000 × 10 pixels', () => sharp(white(20_000, 10)).png().toBuffer(), /^200 1 ""$/],
  ['a PNG of 10 × 20,000 pixels', () => sharp(white(10, 20_000)).png().toBuffer(), /^200 1 ""$/],
  ['a PDF without pages', () => pdfWithoutPages, /^400 0 invalid_image: The PDF has no pages/],
  [
    'a page of HTML',
    () => Buffer.from('<!doctype html><p>Hello'),
    /^400 0 invalid_image: .*supported format/,
  ],
];

describe('an upload to ocr', () => {
  it.each(cases)('%s ends in a result or a clear error', async (_, file, outcome) => {
    const before = await service.balance();
    const actual = await outcomeOf(upload(await file()));
    expect(actual).toMatch(outcome);
    expect(await service.balance()).toBe(before - (actual.startsWith('200') ? 1 : 0));
  });

  it('that is canceled while it is sent is not charged', async () => {
    const before = await service.balance();
    const boundary = 'canceled';
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
    const head = `POST /v0/ocr HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${testApiKey}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 1000000\r\n\r\n`;
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(head + part);
    socket.write(receipt.subarray(0, 10_000));
    await expect.poll(() => service.metric('quern_requests_running')).toBe(1);
    socket.destroy();
    await service.untilLogged('client_gone');
    expect(service.logLines.join('')).not.toContain('internal_error');
    expect(await service.balance()).toBe(before);
  });
});

describe('uploads to ocr at the same time', () => {
  it('each get their own result or error, and only results are charged', async () => {
    const before = await service.balance();
    const small = cases.filter(([name]) => !name.includes('MB'));
    const files = [
      ...(await Promise.all(small.map(async ([, file]) => file()))),
      ...Array.from({ length: 3 }, () => receipt),
    ];
    const outcomes = await Promise.all(files.map((file) => outcomeOf(upload(file))));
    for (const [index, [name, , outcome]] of small.entries())
      expect.soft(outcomes[index], name).toMatch(outcome);
    for (const outcome of outcomes.slice(small.length)) expect(outcome).toMatch(/^200 1 ".*THE OLD MILL/);
    const results = outcomes.filter((outcome) => outcome.startsWith('200'));
    expect(await service.balance()).toBe(before - results.length);
  });
});

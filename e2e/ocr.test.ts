import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePdf } from '@quern/testing/documents/make-documents';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const receipt = readFileSync(join(import.meta.dirname, '../testing/fixtures/receipt-scan.jpg'));
const line = (text: string) => [{ text, y: 700, size: 14 }];
const pdf = makePdf([line('Apples and pears'), line('Bread and butter'), line('Coffee and cream')]);
/** A small page without text. */
const blank = Buffer.from(makePdf([[]]).toString('latin1').replace('595 842', '060 040'), 'latin1');

/** A page of text, of which a document is far from read when its reading is canceled. */
const denseLine =
  'The water mill at Hadley was built in 1794 and ground wheat and rye for the farms of the valley';
const dense = Array.from({ length: 30 }, (_, index) => ({
  text: `${index} ${denseLine}`,
  y: 800 - 12 * index,
  size: 10,
}));

const longDocument = makePdf(Array.from({ length: 50 }, () => dense));

let service: TestService;
let site: TestSite;
beforeAll(async () => {
  [service, site] = await Promise.all([
    startTestService({ QUERN_ENGINE_THREADS: '1' }),
    serveSite({
      '/pages.pdf': { headers: { 'content-type': 'application/pdf' }, body: pdf },
      '/receipt.jpg': { headers: { 'content-type': 'image/jpeg' }, body: receipt },
    }),
  ]);
}, 60_000);
afterAll(() => Promise.all([service.stop(), site.close()]));

type Parts = Readonly<Record<string, string | Uint8Array | readonly string[]>>;

/** Calls the operation with a form; bytes are sent as a file. */
function upload(parts: Parts, headers: Readonly<Record<string, string>> = {}, signal?: AbortSignal) {
  const body = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (value instanceof Uint8Array) body.append(name, new File([Buffer.from(value)], 'any-name'));
    else for (const item of [value].flat()) body.append(name, item);
  }
  return fetch(`${service.url}/v0/ocr`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testApiKey}`, ...headers },
    body,
    signal: signal ?? null,
  });
}

interface OcrData {
  readonly text: {
    readonly description: string;
    readonly lines: readonly {
      readonly page: number;
      readonly words: readonly { readonly text: string }[];
    }[];
  };
  readonly pages: readonly {
    readonly number: number;
    readonly startIndex: number;
    readonly endIndex: number;
  }[];
  readonly width: number;
  readonly height: number;
  readonly languages: readonly string[];
  readonly confidence: number;
  readonly usage: number;
}

async function dataOf(sent: Promise<Response>): Promise<OcrData> {
  const response = await sent;
  const reply = (await response.json()) as { data: OcrData };
  expect([response.status, reply]).toEqual([200, reply]);
  return reply.data;
}

async function errorOf(sent: Promise<Response>): Promise<string> {
  const response = await sent;
  const { code, error } = (await response.json()) as { code: string; error: string };
  return `${response.status} ${code}: ${error}`;
}

async function balance(): Promise<number> {
  const response = await service.post('ocr', { imageUrl: 'data:,a' }, { 'x-dry-run': 'true' });
  return ((await response.json()) as { data: { balance: number } }).data.balance;
}

/** Parts of a page whose lines were found, and that wait for the only thread to be read. */
const linesThatWait = (): Promise<number> => service.metric('quern_work_waiting{operation="ocr"}');

describe('ocr', () => {
  it('reads an uploaded image with its words, in the detected language', async () => {
    const data = await dataOf(upload({ file: receipt }));
    expect(data.text.description).toContain('THE OLD MILL BAKERY');
    expect(data.pages).toMatchObject([{ number: 1, startIndex: 0, endIndex: data.text.description.length }]);
    expect(data.text.lines.flatMap(({ words }) => words.map(({ text }) => text))).toContain('BAKERY');
    expect(data.languages).toEqual(['en']);
    expect(data.confidence).toBe(Math.round(data.confidence * 10_000) / 10_000);
  });

  it('reads the selected pages of a PDF from an upload, a URL and a data: URI', async () => {
    const pages = '3,1-1';
    const uri = `data:application/pdf;base64,${pdf.toString('base64')}`;
    const uploaded = await dataOf(upload({ file: pdf, pages }));
    expect(uploaded.text.description).toBe('Apples and pears\n\nCoffee and cream');
    expect(uploaded.text.lines.map(({ page }) => page)).toEqual([1, 3]);
    expect([uploaded.width, uploaded.height]).toEqual([1653, 2339]);
    for (const imageUrl of [uri, `${site.origin}/pages.pdf`])
      expect(await dataOf(service.post('ocr', { imageUrl, pages }))).toEqual(uploaded);
  });

  it('returns the given languages in canonical form, from JSON and every way to write a list in a form', async () => {
    const forms = [['DE', 'pt-br'], 'de,pt-BR', '["de","pt-br"]'];
    for (const languages of forms)
      expect((await dataOf(upload({ file: blank, languages }))).languages).toEqual(['de', 'pt-BR']);
    const imageUrl = `data:application/pdf;base64,${blank.toString('base64')}`;
    const { languages } = await dataOf(service.post('ocr', { imageUrl, languages: ['zh-hant'] }));
    expect(languages).toEqual(['zh-Hant']);
  });

  it('returns empty text for a page without text', async () => {
    expect(await dataOf(upload({ file: blank }))).toMatchObject({
      text: { description: '', sentences: [], lines: [], tables: [] },
      languages: [],
      confidence: 0,
      usage: 1,
    });
  });

  it('charges a result once: not its repetition, a dry run, or an error', async () => {
    const before = await balance();
    const headers = { 'idempotency-key': 'the-same-pdf' };
    const first = await dataOf(upload({ file: pdf, pages: '2' }, headers));
    expect(await dataOf(upload({ file: pdf, pages: '2' }, headers))).toEqual(first);
    await dataOf(upload({ file: pdf }, { 'x-dry-run': 'true' }));
    expect(await errorOf(upload({ file: pdf, pages: '7' }))).toMatch(/^400/);
    expect(await balance()).toBe(before - 1);
  });
});

describe('ocr rejects', () => {
  it.each([
    ['4', /^400 invalid_parameters: pages: page 4 does not exist: there are 3 pages/],
    ['2-1', /^400 invalid_parameters: pages: .*2-1/],
    ['0', /^400 invalid_parameters: pages: .*0/],
    ['a', /^400 invalid_parameters: pages: must be a list of pages/],
    ['1,,2', /^400 invalid_parameters: pages: must be a list of pages/],
    ['1;2', /^400 invalid_parameters: pages: must be a list of pages/],
    [`1${',1'.repeat(1000)}`, /^400 invalid_parameters: pages: /],
  ])('the pages %s', async (pages, error) => {
    expect(await errorOf(upload({ file: pdf, pages }))).toMatch(error);
  });

  it('a page other than 1 of an image', async () => {
    const error = await errorOf(upload({ file: receipt, pages: '2' }));
    expect(error).toMatch(/^400 invalid_parameters: pages: page 2 does not exist: there is 1 page/);
  });

  it.each(['', 'x_y', 'english!', 'de,,'.repeat(30)])('the languages %j', async (language) => {
    const body = { imageUrl: 'data:,a', languages: language === '' ? [] : language.split(',') };
    expect(await errorOf(service.post('ocr', body))).toMatch(/^400 invalid_parameters: languages/);
  });

  it('both an image and a URL, neither, two files, and a text in place of the file', async () => {
    const imageUrl = 'data:,a';
    expect(await errorOf(upload({ file: pdf, imageUrl }))).toMatch(/^400 .*exactly one of imageUrl and file/);
    expect(await errorOf(service.post('ocr', {}))).toMatch(/^400 .*exactly one of imageUrl and file/);
    expect(await errorOf(upload({ '0.file': pdf }))).toMatch(/^400 invalid_parameters: /);
    expect(await errorOf(upload({ file: 'text' }))).toMatch(
      /^400 invalid_parameters: file: must be a file part/,
    );
  });

  it('a file of more than 10 MiB', async () => {
    const error = await errorOf(upload({ file: Buffer.alloc(10_485_761) }));
    expect(error).toMatch(/^400 file_too_large/);
  });

  it('a PDF of 10,000 pages without a selection, naming the parameter', async () => {
    const long = makePdf(Array.from({ length: 10_000 }, () => []));
    expect(await errorOf(upload({ file: long }))).toMatch(/^400 invalid_image: 10000 pages .* `pages`/);
  });

  it('an encrypted, a truncated and an empty PDF', async () => {
    const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'1f'.repeat(32)}> /U <${'2e'.repeat(32)}> >> /ID [<00> <00>]`;
    const encrypted = blank.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${encryption}`);
    expect(await errorOf(upload({ file: Buffer.from(encrypted, 'latin1') }))).toMatch(
      /^400 unreadable_document: The PDF is encrypted: send its password as `password`/,
    );
    expect(await errorOf(upload({ file: pdf.subarray(0, 100) }))).toMatch(/^400 invalid_image: .*damaged/);
    expect(await errorOf(upload({ file: Buffer.from('%PDF-1.7\n') }))).toMatch(/^400 invalid_image/);
  });
});

describe('ocr of a client that disconnects', () => {
  it('stops, frees the thread and charges nothing', async () => {
    const before = await balance();
    const stop = new AbortController();
    const reading = upload({ file: longDocument }, {}, stop.signal);
    await expect.poll(linesThatWait).toBeGreaterThan(0);
    stop.abort();
    await expect(reading).rejects.toThrow();
    await service.untilLogged('client_gone');
    expect((await dataOf(upload({ file: pdf, pages: '1' }))).text.description).toBe('Apples and pears');
    expect(await balance()).toBe(before - 1);
  });
});

describe('scrape of an image', () => {
  it('returns its text as Markdown', async () => {
    const response = await service.post('scrape', { url: `${site.origin}/receipt.jpg` });
    const { data } = (await response.json()) as { data: { markdown: string } };
    expect([response.status, data.markdown]).toEqual([200, expect.stringContaining('THE OLD MILL BAKERY')]);
  });
});

describe('ocr of two keys on one thread', () => {
  it('reads the short page of one key before the long document of the other', async () => {
    const created = await service.adminRequest('POST', '/accounts', { name: 'light', credits: 10 });
    const { account } = (await created.json()) as { account: { id: string } };
    const issued = await service.adminRequest('POST', '/keys', { accountId: account.id, name: 'light' });
    const { key } = ((await issued.json()) as { key: { key: string } }).key;
    const stop = new AbortController();
    const ended: string[] = [];
    const heavy = upload({ file: longDocument }, {}, stop.signal).then(
      () => ended.push('heavy'),
      () => ended.push('heavy stopped'),
    );
    await expect.poll(linesThatWait).toBeGreaterThan(0);
    const light = await upload({ file: blank }, { authorization: `Bearer ${key}` });
    ended.push(`light ${light.status}`);
    stop.abort();
    await heavy;
    expect(ended).toEqual(['light 200', 'heavy stopped']);
  });
});

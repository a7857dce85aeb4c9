import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { docxParagraph, makeDocx, makePdf, makeZip } from '@quern/testing/documents/make-documents';
import { isMissing, sharedDir } from '@quern/testing/requirements';
import { type SpawnedService, spawnService } from '@quern/testing/service/spawn-service';
import { testApiKey } from '@quern/testing/service/start-test-service';
import { serveModelMirror } from '@quern/testing/web/serve-model-mirror';
import { linkPage, serveSite, sitemapXml, type TestSite } from '@quern/testing/web/serve-site';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../testing/fixtures', name));
const news = fixture('news.txt').toString();
const granted = 1000;

interface Piece {
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
}

/** One service for all tests, started as in the README; the last test compares the balance with all usage. */
class Client {
  readonly #service: SpawnedService;
  readonly #validate: (operation: string, body: unknown) => string;
  spent = 0;

  constructor(service: SpawnedService, validate: (operation: string, body: unknown) => string) {
    this.#service = service;
    this.#validate = validate;
  }

  async call(operation: string, body: object | FormData): Promise<Record<string, unknown>> {
    const json = !(body instanceof FormData);
    const response = await fetch(`${this.#service.url}/v0/${operation}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${testApiKey}`,
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
      body: json ? JSON.stringify(body) : body,
    });
    const reply = (await response.json()) as { data: Record<string, unknown> };
    expect([response.status, reply]).toEqual([200, reply]);
    expect(this.#validate(operation, reply)).toBe('');
    this.spent += Number(reply.data['usage']);
    expect(response.headers.get('x-credits-used')).toBe(String(reply.data['usage']));
    expect(response.headers.get('x-credits-remaining')).toBe(String(granted - this.spent));
    return reply.data;
  }

  summarize(parts: Record<string, string | File>): Promise<Record<string, unknown>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts)) form.append(name, value);
    return this.call('summarize', form);
  }
}

const expectSlices = (text: string, pieces: unknown): void => {
  expect(pieces).not.toEqual([]);
  for (const piece of pieces as Piece[])
    expect(text.slice(piece.startIndex, piece.endIndex)).toBe(piece.text);
};

let service: SpawnedService;
let client: Client;
let site: TestSite;
let mirror: Awaited<ReturnType<typeof serveModelMirror>> | undefined;
const folder = mkdtempSync(join(tmpdir(), 'quern-e2e-'));

beforeAll(async () => {
  site = await serveSite({
    '/': linkPage('The mill', ['/history', '/visit?day=1#top', '/bread.pdf', 'https://elsewhere.example/']),
    '/history': `<html lang="en"><head><title>History of the mill</title><meta name="description" content="How it began"></head>
      <body><nav><a href="/">Home</a></nav><article><h1>History of the mill</h1><h2>The vote</h2>${news
        .split('\n\n')
        .map((part) => `<p>${part}</p>`)
        .join(
          '',
        )}<table><tr><th>Year</th><th>Event</th></tr><tr><td>1794</td><td>Built</td></tr></table></article></body></html>`,
    '/visit?day=1': linkPage('Visit', ['/']),
    '/only-in-sitemap': linkPage('Hidden', []),
    '/files/mill-final_v2.pdf': {
      headers: { 'content-type': 'application/pdf' },
      body: makePdf([
        [
          { text: 'The mill', y: 780, size: 22 },
          { text: 'It grinds the wheat of the whole valley.', y: 750 },
          ...['\x95 wheat', '\x95 rye'].map((text, index) => ({ text, y: 720 - index * 14 })),
          ...[
            ['Grain', 'kg', 'Year'],
            ['Rye', '20', '1794'],
          ].flatMap((row, index) =>
            row.map((text, column) => ({ text, x: 72 + column * 120, y: 680 - index * 14 })),
          ),
        ],
      ]),
    },
    '/files/download?id=7': {
      headers: { 'content-type': 'application/octet-stream' },
      body: makeDocx(
        docxParagraph('Rules', '<w:pStyle w:val="Heading1"/>') +
          docxParagraph('Close the gate.', '<w:numPr><w:numId w:val="1"/></w:numPr>') +
          `<w:tbl><w:tr>${['Grain', 'kg'].map((text) => `<w:tc>${docxParagraph(text)}</w:tc>`).join('')}</w:tr></w:tbl>`,
        'House rules',
      ),
    },
    '/files/offer.eml': {
      headers: { 'content-type': 'message/rfc822' },
      body: 'From: Ada <ada@example.org>\r\nTo: Bo <bo@example.org>\r\nSubject: Offer\r\nDate: Tue, 3 Mar 2026 10:11:12 +0100\r\nMessage-ID: <1@example.org>\r\n\r\nThe roof costs 4,200 euros.\r\n',
    },
    '/files/note.rtf': {
      headers: { 'content-type': 'text/plain' },
      body: '{\\rtf1\\ansi A {\\b bold} word.\\par}',
    },
    '/files/blank.png': {
      headers: { 'content-type': 'image/png' },
      body: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    },
    '/files/archive.zip': {
      headers: { 'content-type': 'application/zip' },
      body: makeZip({ '[Content_Types].xml': '<a/>' }),
    },
    '/scan.jpg': { headers: { 'content-type': 'image/jpeg' }, body: fixture('receipt-scan.jpg') },
    '/sitemap.xml': (request, response) => {
      response.setHeader('content-type', 'application/xml');
      response.end(sitemapXml([`http://${request.headers.host}/only-in-sitemap`]));
    },
  });
  const models = join(sharedDir, 'data/translation/models');
  mirror = isMissing('shared') ? undefined : await serveModelMirror(models);
  service = await spawnService({
    launcher: 'npm',
    environment: {
      QUERN_DATA_DIR: folder,
      QUERN_BOOTSTRAP_KEY: testApiKey,
      QUERN_BOOTSTRAP_CREDITS: String(granted),
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
      ...(mirror === undefined ? { QUERN_OFFLINE: '1' } : { QUERN_MODELS_MIRROR: mirror.url }),
    },
  });
  client = new Client(service, await responseValidator());
});
afterAll(async () => {
  expect(await service.terminate('SIGTERM')).toBe(0);
  await site.close();
  mirror?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Validates responses against the OpenAPI document of the service. Returns '' for a valid one. */
async function responseValidator(): Promise<(operation: string, body: unknown) => string> {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as object;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  return (operation, body) => {
    const path = `openapi#/paths/~1v0~1${operation}/post/responses/200/content/application~1json/schema`;
    const validate = ajv.getSchema(path);
    if (validate === undefined) return `no schema at ${path}`;
    return validate(body) === true ? '' : ajv.errorsText(validate.errors);
  };
}

describe('summarize', () => {
  it('summarizes a text with some of its sentences, with offsets into text and summary', async () => {
    // Forms convert line breaks to CRLF (RFC 7578 and the HTML standard).
    const sent = news.replaceAll('\n', '\r\n');
    const data = await client.summarize({ content: news });
    expect(data).toMatchObject({ originalLanguage: 'en', targetLanguage: 'en', usage: 2, truncated: false });
    expectSlices(String(data['summary']), data['sentences']);
    for (const { text, source } of data['sentences'] as (Piece & { source: Piece })[]) {
      expect(sent.slice(source.startIndex, source.endIndex)).toBe(text);
    }
    expect(String(data['summary'])).toContain('mill');
  });

  it('respects maxLength, and accepts content as JSON too', async () => {
    for (const maxLength of [1, 7, 80, 300]) {
      const data = await client.call('summarize', { content: news, maxLength });
      expect(String(data['summary']).length).toBeLessThanOrEqual(maxLength);
    }
  });

  it('reads a PDF and a DOCX', async () => {
    const lines = news.replaceAll('\n\n', ' ').match(/.{1,90}(?= |$)/g) ?? [];
    const page = lines.map((text, index) => ({ text: text.trim(), y: 780 - index * 16 }));
    const pdf = new File([makePdf([page], 'The mill')], 'mill.pdf', { type: 'application/pdf' });
    const docx = new File(
      [
        makeDocx(
          news
            .split('\n\n')
            .map((text) => docxParagraph(text))
            .join(''),
        ),
      ],
      'mill.docx',
    );
    for (const file of [pdf, docx]) {
      const data = await client.summarize({ file });
      expect(data).toMatchObject({ originalLanguage: 'en', usage: 2 });
      expectSlices(String(data['summary']), data['sentences']);
      expect(String(data['summary'])).toContain('mill');
    }
  });

  it('accepts 0.file and 1.file: ignored next to content, otherwise joined into one document', async () => {
    const parts = news
      .split('\n\n')
      .slice(0, 2)
      .map((text, index) => new File([text], `${index}.txt`));
    const [first, second] = parts as [File, File];
    const withContent = await client.summarize({ content: news, '0.file': first, '1.file': second });
    const plain = await client.summarize({ content: news });
    expect(withContent['summary']).toBe(plain['summary']);
    const alone = await client.summarize({ '1.file': second, '0.file': first });
    const joined = await client.summarize({ content: news.split('\n\n').slice(0, 2).join('\n\n') });
    expect(alone['tokenCount']).toBe(joined['tokenCount']);
    expect((await client.summarize({ '0.file': first }))['originalLanguage']).toBe('en');
  });

  it('charges 2 credits per started 10,000 tokens, according to tokenCount', async () => {
    const data = await client.summarize({ content: `${news}\n\n`.repeat(40) });
    expect(Number(data['tokenCount'])).toBeGreaterThan(10_000);
    expect(data['usage']).toBe(2 * Math.ceil(Number(data['tokenCount']) / 10_000));
  });
});

describe('extract-entities', () => {
  it('finds people, places, amounts and addresses in news, in order, without overlaps', async () => {
    const data = await client.call('extract-entities', { text: news });
    const entities = data['entities'] as (Piece & { type: string; value?: string })[];
    expectSlices(news, entities);
    for (const [index, entity] of entities.entries()) {
      expect(entity.startIndex).toBeGreaterThanOrEqual(entities[index - 1]?.endIndex ?? 0);
    }
    const found = entities.map(({ text, type }) => `${type} ${text}`);
    for (const wanted of [
      'PERSON Susan Whitfield',
      'PERSON Peter Okafor',
      'ORGANIZATION Brookfield Restoration Ltd.',
      'LOCATION Massachusetts',
      'MONEY $1.2 million',
      'PERCENT 40 percent',
      'EMAIL mill@hadley.example',
      'PHONE_NUMBER (413) 555-0142',
    ]) {
      expect(found).toContain(wanted);
    }
    expect(data['usage']).toBe(1);
  });
});

describe('sentiment', () => {
  it('returns polarity, score and emotions of positive, negative and neutral texts', async () => {
    const texts = ['This is good.', 'This is great!', 'This is terrible and I hate it.'];
    const [good, great, bad] = await Promise.all(texts.map(sentimentOf));
    expect(good?.['sentiment']).toBe('positive');
    expect(Number(great?.['score'])).toBeGreaterThan(Number(good?.['score']));
    expect(bad?.['sentiment']).toBe('negative');
    expect(Number(bad?.['score'])).toBeLessThan(0);
    client.spent += 3;
    const data = await client.call('sentiment', { text: news });
    expectSlices(news, data['sentences']);
    expect((data['emotions'] as string[])[0]).toBe(data['dominantEmotion']);
  });
});

async function sentimentOf(text: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${service.url}/v0/sentiment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  return ((await response.json()) as { data: Record<string, unknown> }).data;
}

describe('ocr', () => {
  it('reads a scanned receipt by its URL and from a data: URI', async () => {
    const byUrl = await client.call('ocr', { imageUrl: `${site.origin}/scan.jpg` });
    const uri = `data:image/jpeg;base64,${fixture('receipt-scan.jpg').toString('base64')}`;
    const byUri = await client.call('ocr', { imageUrl: uri });
    const { text } = byUrl as { text: { description: string; sentences: Piece[]; lines: Piece[] } };
    expect(byUri['text']).toEqual(text);
    expectSlices(text.description, text.sentences);
    expectSlices(text.description, text.lines);
    for (const line of ['THE OLD MILL BAKERY', 'Apple cake', '13.55', 'Thank you for your visit']) {
      expect(text.description).toContain(line);
    }
  });

  it('reads an uploaded PDF', async () => {
    const form = new FormData();
    form.append('file', new File([makePdf([[{ text: 'Hello world', y: 700 }]])], 'any-name'));
    const { text } = (await client.call('ocr', form)) as { text: { description: string } };
    expect(text.description).toBe('Hello world');
  });
});

describe('scrape', () => {
  it('converts a page to Markdown, and returns it again by its scrape_id', async () => {
    const data = await client.call('scrape', { url: `${site.origin}/history` });
    expect(data['markdown']).toContain('## The vote');
    expect(data['markdown']).toContain('| 1794 | Built |');
    expect(data['markdown']).toContain('Susan Whitfield');
    expect(data['metadata']).toMatchObject({
      title: 'History of the mill',
      description: 'How it began',
      statusCode: 200,
    });
    expect((data['metadata'] as { html: string }).html).toContain('<html lang="en">');
    const again = await fetch(`${service.url}/v0/scrapes/${data['scrape_id']}`, {
      headers: { authorization: `Bearer ${testApiKey}` },
    });
    expect(await again.json()).toEqual({ success: true, data });
  });
});

describe('scrape of documents', () => {
  it('converts a PDF to Markdown, with its first heading as the title', async () => {
    const data = await client.call('scrape', { url: `${site.origin}/files/mill-final_v2.pdf` });
    expect(data['markdown']).toBe(
      '# The mill\n\nIt grinds the wheat of the whole valley.\n\n- wheat\n- rye\n\n' +
        '| Grain | kg | Year |\n| --- | --- | --- |\n| Rye | 20 | 1794 |',
    );
    expect(data['metadata']).toMatchObject({
      title: 'The mill',
      language: 'en',
      contentType: 'application/pdf',
    });
  });

  it('converts an e-mail and RTF, whatever their content type', async () => {
    const email = await client.call('scrape', { url: `${site.origin}/files/offer.eml` });
    expect(email['markdown']).toContain('# Offer\n\n**From:** Ada');
    expect(email['metadata']).toMatchObject({ title: 'Offer', author: 'Ada' });
    const rtf = await client.call('scrape', { url: `${site.origin}/files/note.rtf` });
    expect(rtf['markdown']).toBe('A **bold** word.');
  });

  it('returns an image without text as an empty result', async () => {
    const data = await client.call('scrape', { url: `${site.origin}/files/blank.png` });
    expect(data['markdown']).toBe('');
  }, 60_000);

  it('converts a PDF to plain text', async () => {
    const data = await client.call('scrape', {
      url: `${site.origin}/files/mill-final_v2.pdf`,
      formats: ['text'],
    });
    expect(data['text']).toBe(
      'The mill\n\nIt grinds the wheat of the whole valley.\n\n• wheat\n• rye\n\nGrain | kg | Year\nRye | 20 | 1794',
    );
  });

  it('converts a DOCX to Markdown, which it detects by content', async () => {
    const data = await client.call('scrape', { url: `${site.origin}/files/download?id=7` });
    expect(data['markdown']).toBe('# Rules\n\n- Close the gate.\n\n| Grain | kg |\n| --- | --- |');
    expect(data['metadata']).toMatchObject({ title: 'House rules' });
  });

  it('rejects a package of another program', async () => {
    const response = await fetch(`${service.url}/v0/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site.origin}/files/archive.zip` }),
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: expect.stringContaining('The file is a package of a program') },
    ]);
  });
});

describe('map', () => {
  it('maps a site of several pages from its sitemap and its links', async () => {
    const data = await client.call('map', { url: site.origin });
    const urls = (data['links'] as { url: string }[]).map(({ url }) => url.replace(site.origin, ''));
    expect(urls[0]).toBe('/');
    expect(urls.sort()).toEqual(['/', '/bread.pdf', '/history', '/only-in-sitemap', '/visit?day=1']);
    expect(data).toMatchObject({ total: 5, truncated: false, usage: 5 });
  });
});

describe.skipIf(isMissing('shared'))('on real data (needs ../shared)', () => {
  const data = join(sharedDir, 'data');

  it('summarizes and translates real news within maxLength', async () => {
    const lines = gunzipSync(readFileSync(join(data, 'summary/cnndm.dev.jsonl.gz')))
      .toString()
      .split('\n');
    const article = articleOf(lines[0] ?? '');
    const summary = await client.summarize({ content: article });
    expectSlices(String(summary['summary']), summary['sentences']);
    const translated = await client.summarize({
      content: article,
      targetLanguage: 'pt-BR',
      maxLength: '250',
    });
    expect(translated).toMatchObject({
      originalLanguage: 'en',
      targetLanguage: 'pt',
      engine: 'extractive+bergamot',
    });
    expect(String(translated['summary']).length).toBeLessThanOrEqual(250);
    expectSlices(String(translated['summary']), translated['sentences']);
    expect(mirror?.requestedPaths.some((path) => path.includes('enpt'))).toBe(true);
  });

  it('reads real PDF and DOCX files', async () => {
    const folders = ['docs/docling/tests/data/pdf/sources', 'docs/docling/tests/data/docx/sources'];
    const files = [join(data, folders[1] ?? '', 'word_sample.docx')];
    files.push(
      ...readdirSync(join(data, folders[0] ?? ''))
        .filter((name) => name.endsWith('.pdf'))
        .slice(0, 2)
        .map((name) => join(data, folders[0] ?? '', name)),
    );
    for (const path of files) {
      const summary = await client.summarize({ file: new File([readFileSync(path)], 'any-name') });
      expectSlices(String(summary['summary']), summary['sentences']);
    }
  });

  it('reads a photographed receipt', async () => {
    const folderOfReceipts = join(data, 'ocr/sroie/images');
    const [name] = readdirSync(folderOfReceipts).sort();
    const bytes = readFileSync(join(folderOfReceipts, name ?? ''));
    const read = await client.call('ocr', { imageUrl: `data:image/jpeg;base64,${bytes.toString('base64')}` });
    const { description } = read['text'] as { description: string };
    expect(description.length).toBeGreaterThan(100);
  });
});

function articleOf(line: string): string {
  const row = JSON.parse(line) as Record<string, unknown>;
  const text = row['article'] ?? row['text'] ?? row['sentences'];
  return Array.isArray(text) ? text.join(' ') : String(text);
}

describe('credits', () => {
  it('equal the granted credits minus the sum of all usage', async () => {
    const response = await fetch(`${service.url}/v0/sentiment`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${testApiKey}`,
        'content-type': 'application/json',
        'x-dry-run': 'true',
      },
      body: '{"text":"what is left?"}',
    });
    expect(await response.json()).toEqual({
      success: true,
      data: { dryRun: true, price: 1, balance: granted - client.spent },
    });
  });
});

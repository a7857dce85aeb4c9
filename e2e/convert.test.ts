import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeDocx, makePdf } from '@quern/testing/documents/make-documents';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const receipt = readFileSync(resolve(import.meta.dirname, '../testing/fixtures/receipt-scan.jpg'));

let service: TestService;
let site: TestSite;

beforeAll(async () => {
  site = await TestSite.serve({
    '/report.pdf': { headers: { 'content-type': 'application/octet-stream' }, body: makePdf(pages(12)) },
    '/gone.pdf': (_request, response) => {
      response.statusCode = 404;
      response.end();
    },
  });
  service = await startTestService({ QUERN_RATE_LIMIT: 'off' });
}, 60_000);

afterAll(async () => {
  await Promise.all([service.stop(), site.close()]);
});

function pages(count: number) {
  return Array.from({ length: count }, (_, index) => [
    { text: `Part ${index + 1}`, y: 760, size: 18 },
    { text: `The mill grinds the wheat of field number ${index + 1} today.`, y: 720 },
  ]);
}

interface Converted {
  readonly markdown: string;
  readonly format: string;
  readonly pages: readonly {
    readonly number: number;
    readonly startIndex: number;
    readonly endIndex: number;
    readonly ocr: boolean;
  }[];
  readonly tables: readonly {
    readonly startIndex: number;
    readonly endIndex: number;
    readonly rows: readonly (readonly string[])[];
  }[];
  readonly metadata: { readonly title: string; readonly language: string; readonly pageCount: number | null };
  readonly chunks?: readonly {
    readonly startIndex: number;
    readonly endIndex: number;
    readonly pages: readonly number[];
  }[];
  readonly tokenCount: number;
  readonly usage: number;
}

type Response = { readonly status: number; readonly error?: string; readonly code?: string } & {
  readonly data: Converted;
};

async function convert(body: FormData | object, headers: Record<string, string> = {}): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${service.url}/v0/convert`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${testApiKey}`,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as object) } as Response;
}

function upload(bytes: Uint8Array | string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'upload');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe('convert', () => {
  it('converts a PDF behind a URL, detected by content, with the places of its pages', async () => {
    const { status, data } = await convert({ url: `${site.origin}/report.pdf`, chunkTokens: 16 });
    expect(status).toBe(200);
    expect(data).toMatchObject({ format: 'pdf', metadata: { language: 'en', pageCount: 12 }, usage: 3 });
    expect(data.pages.map(({ number }) => number)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    for (const { number, startIndex, endIndex } of data.pages) {
      expect(data.markdown.slice(startIndex, endIndex)).toBe(
        `# Part ${number}\n\nThe mill grinds the wheat of field number ${number} today.`,
      );
    }
    for (const chunk of data.chunks ?? []) {
      const text = data.markdown.slice(chunk.startIndex, chunk.endIndex);
      expect(chunk.pages).toEqual([Number(/(?:Part|number) (\d+)/.exec(text)?.[1])]);
    }
    expect(data.chunks?.length).toBeGreaterThanOrEqual(12);
  });

  it('converts selected pages, for the price of these', async () => {
    const { data } = await convert(upload(makePdf(pages(12)), { pages: '2-3,12' }));
    expect(data.pages.map(({ number }) => number)).toEqual([2, 3, 12]);
    expect(data.markdown).not.toContain('Part 4');
    expect(data).toMatchObject({ usage: 1, metadata: { pageCount: 12 } });
    expect(await convert(upload(makePdf(pages(2)), { pages: '3' }))).toMatchObject({
      status: 400,
      code: 'invalid_parameters',
      error: expect.stringContaining('page 3 does not exist'),
    });
  });

  it('returns tables as they are in the Markdown', async () => {
    const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
    const row = (...texts: string[]) => `<w:tr>${texts.map(cell).join('')}</w:tr>`;
    const { data } = await convert(
      upload(makeDocx(`<w:tbl>${row('Year', 'Flour')}${row('1820', '12 | 13')}</w:tbl>`)),
    );
    const [table] = data.tables;
    expect(table?.rows).toEqual([
      ['Year', 'Flour'],
      ['1820', '12 | 13'],
    ]);
    expect(data.markdown.slice(table?.startIndex, table?.endIndex)).toBe(
      '| Year | Flour |\n| --- | --- |\n| 1820 | 12 \\| 13 |',
    );
    expect(data).toMatchObject({ format: 'docx', pages: [], metadata: { pageCount: null }, usage: 1 });
    expect(data).not.toHaveProperty('chunks');
  });

  it('recognizes images and scans', async () => {
    const { data } = await convert(upload(receipt));
    expect(data).toMatchObject({ format: 'image', metadata: { pageCount: 1 } });
    expect(data.pages).toMatchObject([{ number: 1, ocr: true }]);
    expect(data.markdown).toMatch(/total/i);
  });

  it('prices without recognizing or charging in a dry run', async () => {
    const { data } = await convert(upload(makePdf(pages(11))), { 'X-Dry-Run': 'true' });
    expect(data).toMatchObject({ dryRun: true, price: 3, tokenCount: expect.any(Number) });
  });

  it.each([
    ['neither file nor url', {}, 400, 'invalid_parameters'],
    ['a URL that is not found', { url: 'SITE/gone.pdf' }, 502, 'target_status'],
    ['a forbidden address', { url: 'http://10.0.0.1/a.pdf' }, 400, 'forbidden_address'],
    ['an unknown mode', { url: 'SITE/report.pdf', ocr: 'maybe' }, 400, 'invalid_parameters'],
  ])('refuses %s', async (_name, body, status, code) => {
    const input = JSON.parse(JSON.stringify(body).replace('SITE', site.origin)) as object;
    expect(await convert(input)).toMatchObject({ status, code });
  });

  it.each([
    ['an empty file', '', 'unreadable_document'],
    ['a damaged PDF', '%PDF-1.7\nnothing', 'unreadable_document'],
    ['a program', Buffer.from('7f454c460201010000000000000000000300', 'hex'), 'invalid_file'],
  ])('refuses %s without a charge', async (_name, bytes, code) => {
    expect(await convert(upload(bytes))).toMatchObject({ status: 400, code });
  });
});

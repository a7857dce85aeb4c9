import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createQuern, type QuernError } from '@quern/sdk';
import {
  docxFiles,
  docxParagraph,
  makePdfOfContent,
  makeZip,
  pdfStream,
} from '@quern/testing/documents/make-documents';
import { makePng } from '@quern/testing/documents/make-picture';
import { runQuern } from '@quern/testing/service/run-quern';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const png = makePng(40, 30);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const names =
  'xmlns:a="a" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="wp"';
const drawing = (id: string, description: string) =>
  `<w:p><w:r><w:drawing ${names}><wp:docPr id="1" descr="${description}"/><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`;
/** A text with two pictures, the first of which is shown twice. */
const docx = makeZip({
  ...docxFiles(
    docxParagraph('Mills.') + drawing('p', 'A mill') + drawing('v', '') + drawing('p', 'The mill again'),
  ),
  'word/_rels/document.xml.rels':
    '<Relationships><Relationship Id="p" Type="x/image" Target="media/1.png"/><Relationship Id="v" Type="x/image" Target="media/2.svg"/></Relationships>',
  'word/media/1.png': png,
  'word/media/2.svg': svg,
});

let service: TestService;
let folder: string;
beforeAll(async () => {
  [service, folder] = await Promise.all([
    startTestService({ QUERN_RATE_LIMIT: 'off' }),
    mkdtemp(join(tmpdir(), 'quern-images-')),
  ]);
}, 60_000);
afterAll(async () => {
  await Promise.all([service.stop(), rm(folder, { recursive: true, force: true })]);
});

const client = () => createQuern({ baseUrl: service.url, apiKey: testApiKey });

describe('convert with images', () => {
  it('returns the pictures as files, and the Markdown with each at its place', async () => {
    const { data } = await client().convert({ file: docx, images: true, chunkTokens: 100 });
    const { markdown, images = [] } = data;
    expect(markdown).toBe(
      'Mills.\n\n![A mill](image-1.png)\n\n![](image-2.svg)\n\n![The mill again](image-1.png)',
    );
    expect(data.chunks?.map(({ startIndex, endIndex }) => markdown.slice(startIndex, endIndex))).toEqual([
      markdown,
    ]);
    expect(images.map(({ startIndex, endIndex }) => markdown.slice(startIndex, endIndex))).toEqual([
      '![A mill](image-1.png)',
      '![](image-2.svg)',
      '![The mill again](image-1.png)',
    ]);
    expect(images).toMatchObject([
      { name: 'image-1.png', description: 'A mill', width: 40, height: 30, file: { type: 'image/png' } },
      { name: 'image-2.svg', description: '', file: { type: 'image/svg+xml', bytes: svg.length } },
      { name: 'image-1.png', description: 'The mill again' },
    ]);
    expect(images[2]?.file).toEqual(images[0]?.file);
    const file = images[0]?.file;
    expect(file?.sha256).toBe(createHash('sha256').update(png).digest('hex'));
    expect(Buffer.from(await client().files.get(file?.url ?? ''))).toEqual(png);
  });

  it('returns no pictures without it, and none for documents without any', async () => {
    const { data: plain } = await client().convert({ file: docx });
    expect(plain.markdown).toBe('Mills.\n\n![A mill]()\n\n![The mill again]()');
    expect(plain).not.toHaveProperty('images');
    expect(plain.warnings.map(({ code }) => code)).toEqual(['pictures_left_out']);
    const { data: none } = await client().convert({ file: Buffer.from('Text.'), images: true });
    expect(none.images).toEqual([]);
    const invalid = await client()
      .convert({ file: docx, images: 'yes' as unknown as boolean })
      .catch((error: unknown) => error as QuernError);
    expect(invalid).toMatchObject({ code: 'invalid_parameters', status: 400 });
  });

  it('returns the place of a picture on the page of a PDF', async () => {
    const image = pdfStream(
      Buffer.alloc(20 * 10 * 3, 90),
      '/Type /XObject /Subtype /Image /Width 20 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
    );
    const content = 'BT /F1 11 Tf 1 0 0 1 72 700 Tm (Text.) Tj ET q 100 0 0 50.25 72 500 cm /I Do Q';
    const pdf = makePdfOfContent(content, { objects: [image], xObjects: '/I 7 0 R' });
    const { data } = await client().convert({ file: pdf, images: true });
    expect(data.markdown).toBe('Text.\n\n![](image-1.png)');
    expect(data.images).toMatchObject([
      { page: 1, box: { x: 72, y: 291.75, width: 100, height: 50.25 }, width: 20, height: 10 },
    ]);
  });

  it('sends a picture with scripts as a download that browsers do not run', async () => {
    const { data } = await client().convert({ file: docx, images: true });
    const { url } = data.images?.[1]?.file ?? { url: '' };
    const response = await fetch(`${service.url}${url}`, {
      headers: { authorization: `Bearer ${testApiKey}` },
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': expect.stringMatching(/^attachment; filename="image-2\.svg"/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(svg);
  });

  it('belongs to the result of a job, and is stored once for an Idempotency-Key', async () => {
    const { jobs, files } = client();
    const { data: submitted } = await jobs.submit('convert', { file: docx, images: true });
    const job = await jobs.wait<{ images: { file: { url: string } }[] }>(submitted.id);
    expect(Buffer.from(await files.get(job.data?.images[1]?.file.url ?? ''))).toEqual(svg);
    const once = () => client().convert({ file: docx, images: true }, { idempotencyKey: 'pictures' });
    const [first, second] = [await once(), await once()];
    expect(second.data.images).toEqual(first.data.images);
  });

  it('is written next to the Markdown by the command line, so that its links work', async () => {
    const source = join(folder, 'in');
    await mkdir(join(source, 'sub'), { recursive: true });
    await writeFile(join(source, 'my report.docx'), docx);
    await writeFile(join(source, 'sub/copy.docx'), docx);
    const quern = (args: readonly string[]) =>
      runQuern(args, { settings: { QUERN_URL: service.url, QUERN_API_KEY: testApiKey }, cwd: folder });
    const before = await service.balance();
    const run = await quern(['convert', 'in', '--images', '-o', 'out']);
    expect([run.code, run.stderr]).toEqual([0, '2 of 2 files written to out\n']);
    expect(await service.balance()).toBe(before - 1);
    for (const [path, images] of [
      ['my report', 'my%20report.images'],
      ['sub/copy', 'copy.images'],
    ] as const) {
      const markdown = await readFile(join(folder, 'out', `${path}.md`), 'utf8');
      expect(markdown).toBe(
        `Mills.\n\n![A mill](${images}/image-1.png)\n\n![](${images}/image-2.svg)\n\n![The mill again](${images}/image-1.png)\n`,
      );
      const pictures = join(folder, 'out', `${path}.images`);
      expect((await readdir(pictures)).toSorted()).toEqual(['image-1.png', 'image-2.svg']);
      expect(await readFile(join(pictures, 'image-1.png'))).toEqual(png);
    }
  });

  it('prints the price of a dry run, whatever the output, and writes nothing', async () => {
    await writeFile(join(folder, 'dry.docx'), docx);
    const quern = (args: readonly string[]) =>
      runQuern(args, { settings: { QUERN_URL: service.url, QUERN_API_KEY: testApiKey }, cwd: folder });
    for (const output of [[], ['-o', 'dry']]) {
      const run = await quern(['convert', 'dry.docx', '--images', '--dry-run', ...output]);
      expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/^would cost 1 of \d+ credits/)]);
    }
    const refused = await quern(['convert', 'dry.docx', '--output-format', 'pdf', '--dry-run', '-o', 'dry']);
    expect(refused.stderr).toContain('output pdf is for PDFs and images');
    const folders = await quern(['convert', '.', '--dry-run', '-o', 'dry']);
    expect([folders.code, folders.stderr]).toEqual([2, expect.stringContaining('the price of one file')]);
    expect(await readdir(folder)).not.toContain('dry');
  });
});

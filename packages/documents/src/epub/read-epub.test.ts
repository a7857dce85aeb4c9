import { makeZip } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

function makeEpub(
  chapters: Readonly<Record<string, string>>,
  { files = {}, spine = Object.keys(chapters) }: { files?: Record<string, string>; spine?: string[] } = {},
): Buffer {
  const names = Object.keys(chapters);
  const items = names.map(
    (name) =>
      `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml" ${name === 'nav' ? 'properties="nav"' : ''}/>`,
  );
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OPS/c.opf"/></rootfiles></container>',
    'OPS/c.opf': `<package xmlns:dc="x"><metadata><dc:title>Walls</dc:title><dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator><dc:language>en</dc:language><dc:date>2024-03-01</dc:date></metadata><manifest>${items.join('')}</manifest><spine>${spine.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(
      names.map((name) => [
        `OPS/${name}.xhtml`,
        `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${chapters[name] ?? ''}</body></html>`,
      ]),
    ),
    ...files,
  });
}

describe('convertDocument of an e-book', () => {
  it('reads the chapters in the order of the spine, without the table of contents', async () => {
    const epub = makeEpub(
      {
        b: '<h2>Two</h2><p>b<br/>c</p>',
        nav: '<nav><ol><li><a href="a.xhtml">One</a></li></ol></nav>',
        a: '<a id="x"/><h2>One</h2><p>a</p>',
      },
      { spine: ['nav', 'a', 'b', 'a', 'missing'] },
    );
    const { markdown, metadata } = await convertDocument(epub);
    expect(markdown).toBe('## One\n\na\n\n## Two\n\nb\\\nc');
    expect(metadata).toMatchObject({
      title: 'Walls',
      author: 'Ann, Bob',
      language: 'en',
      createdAt: '2024-03-01T00:00:00Z',
    });
  });

  it('links footnotes in other files', async () => {
    const epub = makeEpub({
      a: '<p>a<a epub:type="noteref" href="notes.xhtml#n1">1</a></p>',
      notes: '<aside epub:type="footnote" id="n1"><p>The note.</p></aside>',
    });
    expect((await convertDocument(epub)).markdown).toBe('a[^1]\n\n[^1]: The note.');
  });

  it('writes the title once where the title page repeats it', async () => {
    const epub = makeEpub({ title: '<h1>Walls</h1><p>Ann</p>', a: '<h1>Walls</h1><p>a</p>' });
    expect((await convertDocument(epub)).markdown).toBe('# Walls\n\nAnn\n\na');
  });

  it('rejects protected books, but not obfuscated fonts', async () => {
    const encryption = (method: string) => ({
      'META-INF/encryption.xml': `<encryption><EncryptedData><EncryptionMethod Algorithm="${method}"/></EncryptedData></encryption>`,
    });
    const drm = makeEpub(
      { a: '<p>a</p>' },
      { files: encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc') },
    );
    await expect(convertDocument(drm)).rejects.toMatchObject({ code: 'encrypted' });
    const fonts = makeEpub({ a: '<p>a</p>' }, { files: encryption('http://www.idpf.org/2008/embedding') });
    expect((await convertDocument(fonts)).markdown).toBe('a');
  });

  it('rejects a chapter that unpacks to a multiple of any book', async () => {
    const epub = makeEpub({ a: '<p>x</p>'.repeat(4_000_000) });
    await expect(convertDocument(epub)).rejects.toMatchObject({ code: 'too_complex' });
  });
});

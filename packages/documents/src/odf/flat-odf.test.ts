import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

const fixtures = new URL('../../../../testing/src/documents/fixtures/', import.meta.url);
const fixture = (name: string) => readFileSync(new URL(name, fixtures));

const flatOf = (body: string, attributes = 'office:mimetype="application/vnd.oasis.opendocument.text"') =>
  Buffer.from(
    `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" ${attributes}><office:body><office:text>${body}</office:text></office:body></office:document>`,
  );

describe('convertDocument of Flat OpenDocument', () => {
  it.each([
    ['orchard.fodt', 'orchard.doc', 'odt'],
    ['orchard.fods', 'orchard.xls', 'ods'],
  ])('reads %s like %s, which was made of it', async (flat, binary, format) => {
    const converted = await convertDocument(fixture(flat));
    expect(converted.format).toBe(format);
    expect(converted.markdown).toBe((await convertDocument(fixture(binary))).markdown);
    expect(converted.markdown).toContain('|');
  });

  it('reads the slides and notes of a presentation', async () => {
    const { format, markdown, pages } = await convertDocument(fixture('orchard.fodp'));
    expect([format, pages.length]).toEqual(['odp', 3]);
    expect(markdown).toContain('> Welcome the guests.');
    expect(markdown).toContain('1. Prune\n   1. Dead wood\n2. Pick');
  });

  it('leaves out the data of pictures', async () => {
    const image = `<draw:frame><draw:image><office:binary-data>${'QUJD'.repeat(1000)}</office:binary-data></draw:image></draw:frame>`;
    const { markdown, warnings } = await convertDocument(flatOf(`<text:p>Before ${image}after</text:p>`));
    expect(markdown).toBe('Before after');
    expect(warnings.map(({ code }) => code)).toEqual(['pictures_left_out']);
  });

  it('reads charts as tables of their values, and tables in tables', async () => {
    const { markdown } = await convertDocument(fixture('objects.fodt'));
    expect(markdown).toContain(
      'Harvest by year:\n\nHarvest\n\n| | Boxes |\n| --- | --- |\n| Cox | 840 |\n| Boskoop | 512 |\n\nThe juice is $v=\\frac{m}{d}$ litres.',
    );
    expect(markdown).toContain('| North | By kind: Cox \\| 40 Boskoop \\| 25 in May |');
  });

  it('does not take other XML for it', async () => {
    expect((await convertDocument(flatOf('<text:p>A</text:p>', ''))).format).toBe('txt');
    await expect(convertDocument(flatOf('<text:p>A').subarray(0, -60))).rejects.toMatchObject({
      code: 'unreadable',
    });
  });
});

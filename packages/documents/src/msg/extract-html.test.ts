import { makeMsg } from '@quern/testing/documents/make-msg';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';
import { extractHtml } from './extract-html.ts';

const header =
  '{\\rtf1\\ansi\\ansicpg1251\\fromhtml1 \\deff0{\\fonttbl\r\n{\\f0\\fswiss Arial;}{\\f1\\fnil\\fcharset161 Arial;}}{\\colortbl\\red0\\green0\\blue0;}\r\n\\uc1\\pard\\plain\\deftab360 \\f0\\fs24 ';
const extract = (body: string) => extractHtml(Buffer.from(`${header}${body}}`, 'latin1'), {});

/** RTF that is not compressed ([MS-OXRTFCP] 2.1.3.1). */
function uncompressed(rtf: string): Buffer {
  const content = Buffer.from(rtf, 'latin1');
  const head = Buffer.alloc(16);
  head.writeUInt32LE(content.length + 12, 0);
  head.writeUInt32LE(content.length, 4);
  head.writeUInt32LE(0x414c454d, 8);
  return Buffer.concat([head, content]);
}

describe('extractHtml', () => {
  it('returns tags and text, without what only programs for RTF show', async () => {
    const body =
      '{\\*\\htmltag19 <html>}{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Dear {\\*\\htmltag84 <b>}\\htmlrtf {\\b\\htmlrtf0 Ann{\\*\\htmltag92 </b>}\\htmlrtf }\\htmlrtf0 ' +
      '{\\*\\htmltag84 &amp;}\\htmlrtf &\\htmlrtf0  Bob{\\*\\htmltag72 </p>}\\htmlrtf\\par}\\htmlrtf0{\\*\\mhtmltag84 <i>}{\\pntext\\f1 1.}{\\*\\htmltag27 </html>}';
    expect(await extract(body)).toBe('<html><p>Dear <b>Ann</b>&amp; Bob</p></html>');
  });

  it('decodes characters of code pages and fonts, Unicode, and control words that stand for characters', async () => {
    const body =
      "\\'cf\\'f0\\'e8 {\\f1 \\'e1} \\u8364\\'3f \\lquote a\\rquote\\tab b\\~c{\\*\\htmltag241 \\'7b\\{\\par\\}}\\line d";
    expect(await extract(body)).toBe('При α € ‘a’\tb\u00a0c{{\n}\nd');
  });

  it('returns nothing for other RTF', async () => {
    expect(await extractHtml(Buffer.from('{\\rtf1\\ansi\\fromtext Text}'), {})).toBeUndefined();
    expect(await extractHtml(Buffer.from('{\\rtf1 The word \\\\fromhtmlx}'), {})).toBeUndefined();
  });

  it('reads groups that are open, closed too often, or nested a hundred thousand times', async () => {
    expect(await extract('}}}}a{{{b')).toBe('ab');
    expect(await extract(`${'{'.repeat(100_000)}a${'}'.repeat(100_000)}b`)).toBe('ab');
  });
});

describe('convertDocument of a message whose HTML is in RTF', () => {
  it('reads the HTML with its links and lists', async () => {
    const body =
      '{\\*\\htmltag64 <p>}See {\\*\\htmltag84 <a href="https://a.example/plan">}\\htmlrtf {\\field{\\*\\fldinst HYPERLINK "https://a.example/plan"}{\\fldrslt\\htmlrtf0 the plan\\htmlrtf }\\htmlrtf0}\\htmlrtf0{\\*\\htmltag92 </a>}:{\\*\\htmltag72 </p>}{\\*\\htmltag64 <ul><li>}Press{\\*\\htmltag72 </li></ul>}';
    const properties = { '10090102': uncompressed(`${header}${body}}`), '1000001F': 'See the plan: Press' };
    const { markdown } = await convertDocument(makeMsg({ properties }));
    expect(markdown).toBe('See [the plan](https://a.example/plan):\n\n- Press');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCharset } from './decode-charset.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))),
  );
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('decodeText', () => {
  it('lets a byte order mark win over the header', async () => {
    const utf16 = new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')]));
    expect(await decodeCharset({ body: utf16, charset: 'iso-8859-1' })).toEqual({
      text: 'Grüße',
      charset: 'utf-16le',
    });
    expect((await decodeCharset({ body: bytes([0xef, 0xbb, 0xbf], 'é'), charset: 'latin1' })).text).toBe('é');
  });

  it('obeys the header', async () => {
    expect((await decodeCharset({ body: latin1('Grüße'), charset: 'iso-8859-1' })).text).toBe('Grüße');
    const japanese = new Uint8Array([0x93, 0xfa, 0x96, 0x7b]);
    expect((await decodeCharset({ body: japanese, charset: 'shift_jis' })).text).toBe('日本');
  });

  it('reads the charset that the page names, not one inside a comment', async () => {
    const page =
      '<!-- <meta charset=koi8-r> --><meta http-equiv=Content-Type content="text/html; charset=windows-1252">caf\xe9';
    expect(await decodeCharset({ body: latin1(page), charset: '' })).toMatchObject({
      charset: 'windows-1252',
    });
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>';
    expect((await decodeCharset({ body: latin1(xml), charset: '' })).text).toContain('é');
  });

  it('takes UTF-8 without any hint', async () => {
    expect(await decodeCharset({ body: bytes('naïve 🙂'), charset: '' })).toEqual({
      text: 'naïve 🙂',
      charset: 'utf-8',
    });
  });

  it('guesses when the page claims UTF-8 but is not', async () => {
    const cyrillic = Buffer.from(
      [...'Привет, мир! Это обычный русский текст для проверки кодировки.'].map((sign) => {
        const code = sign.charCodeAt(0);
        return code >= 0x410 ? code - 0x410 + 0xc0 : code;
      }),
    );
    const { text } = await decodeCharset({ body: new Uint8Array(cyrillic), charset: 'utf-8' });
    expect(text).toContain('Привет');
  });

  it('ignores a charset nobody knows, and gives some text for any bytes', async () => {
    expect((await decodeCharset({ body: bytes('plain'), charset: 'x-nonsense' })).text).toBe('plain');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (body) => {
        expect(typeof (await decodeCharset({ body, charset: '' })).text).toBe('string');
      }),
    );
  });
});

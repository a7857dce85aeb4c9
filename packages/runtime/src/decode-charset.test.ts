import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCharset, decodePlainText, decodeUnicode } from './decode-charset.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))),
  );
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('decodeCharset', () => {
  it('prefers the byte order mark to the header', async () => {
    const utf16 = new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')]));
    expect(await decodeCharset({ body: utf16, charset: 'iso-8859-1' })).toEqual({
      text: 'Grüße',
      charset: 'utf-16le',
    });
    expect((await decodeCharset({ body: bytes([0xef, 0xbb, 0xbf], 'é'), charset: 'latin1' })).text).toBe('é');
  });

  it('decodes with the charset of the header', async () => {
    expect((await decodeCharset({ body: latin1('Grüße'), charset: 'iso-8859-1' })).text).toBe('Grüße');
    const japanese = new Uint8Array([0x93, 0xfa, 0x96, 0x7b]);
    expect((await decodeCharset({ body: japanese, charset: 'shift_jis' })).text).toBe('日本');
  });

  it('decodes with the charset that the page declares, ignoring comments', async () => {
    const page =
      '<!-- <meta charset=koi8-r> --><meta http-equiv=Content-Type content="text/html; charset=windows-1252">caf\xe9';
    expect(await decodeCharset({ body: latin1(page), charset: '' })).toMatchObject({
      charset: 'windows-1252',
    });
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>';
    expect((await decodeCharset({ body: latin1(xml), charset: '' })).text).toContain('é');
  });

  it('decodes valid UTF-8 without a declared charset', async () => {
    expect(await decodeCharset({ body: bytes('naïve 🙂'), charset: '' })).toEqual({
      text: 'naïve 🙂',
      charset: 'utf-8',
    });
  });

  it('guesses the charset of a page that wrongly declares UTF-8', async () => {
    const cyrillic = Buffer.from(
      [...'Привет, мир! Это обычный русский текст для проверки кодировки.'].map((character) => {
        const code = character.charCodeAt(0);
        return code >= 0x410 ? code - 0x410 + 0xc0 : code;
      }),
    );
    const { text } = await decodeCharset({ body: new Uint8Array(cyrillic), charset: 'utf-8' });
    expect(text).toContain('Привет');
  });

  it('ignores an unknown charset and returns text for any bytes', async () => {
    expect((await decodeCharset({ body: bytes('plain'), charset: 'x-nonsense' })).text).toBe('plain');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (body) => {
        expect(typeof (await decodeCharset({ body, charset: '' })).text).toBe('string');
      }),
    );
  });
});

describe('decodePlainText', () => {
  const text = 'Grüße aus Köln: Äpfel, Öl und Straßenbahnen für alle Schüler der Universität.';

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE without one', Buffer.from(text, 'utf16le').swap16()],
    ['ISO 8859-1', Buffer.from(text, 'latin1')],
  ])('decodes %s', async (_, encoded) => {
    expect(await decodePlainText(encoded, () => true)).toBe(text);
  });

  it('tries the next charset when a decoded text is not plausible', async () => {
    const seen: string[] = [];
    const isText = (candidate: string) => seen.push(candidate) === 2;
    await decodePlainText(Buffer.from('abc\xe9', 'latin1'), isText);
    expect(seen).toHaveLength(2);
  });

  it('returns undefined when no decoded text is plausible', async () => {
    expect(await decodePlainText(Buffer.from('abc'), () => false)).toBeUndefined();
  });
});

describe('decodeUnicode', () => {
  it('decodes UTF-16 by its byte order mark and UTF-8 otherwise', () => {
    expect(decodeUnicode(Buffer.from('\ufeff<é/>', 'utf16le'))).toBe('<é/>');
    expect(decodeUnicode(Buffer.from('\ufeff<é/>', 'utf16le').swap16())).toBe('<é/>');
    expect(decodeUnicode(Buffer.from('<é/>'))).toBe('<é/>');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MultipartSplitter } from './split.ts';

/** In pieces of every size, since a body comes as the network cuts it; all must give the same. */
function parseMultipart(body: Buffer, boundary: string, pieceBytes = 65_536) {
  const splitter = new MultipartSplitter(boundary);
  for (let at = 0; at < body.length; at += pieceBytes) splitter.push(body.subarray(at, at + pieceBytes));
  return splitter.end();
}

const parse = (text: string) => parseMultipart(Buffer.from(text), 'b');
const part = (headers: string, value = 'v'): string => `--b\r\n${headers}\r\n\r\n${value}\r\n--b--\r\n`;
const named = 'Content-Disposition: form-data; name="a"';

describe('parseMultipart', () => {
  it('gives back what FormData sent, whatever bytes and names are in it', async () => {
    const name = fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
      .filter((text) => !/[\r\n\\]|%22/.test(text));
    const field = fc.record({ name, bytes: fc.uint8Array({ maxLength: 200 }), isFile: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(field, { maxLength: 6 }), async (fields) => {
        const form = new FormData();
        for (const { name, bytes, isFile } of fields) {
          if (isFile) form.append(name, new File([bytes], `${name}.bin`));
          else form.append(name, Buffer.from(bytes).toString('hex'));
        }
        const request = new Request('http://localhost', { method: 'POST', body: form });
        const boundary = /boundary=(.*)$/.exec(request.headers.get('content-type') ?? '')?.[1] ?? '';
        const parts = parseMultipart(Buffer.from(await request.arrayBuffer()), boundary);
        expect(
          parts.map(({ name, filename, bytes }) => ({
            name,
            filename,
            bytes: Buffer.from(bytes).toString('hex'),
          })),
        ).toEqual(
          fields.map(({ name, bytes, isFile }) => {
            const hex = Buffer.from(bytes).toString('hex');
            return {
              name,
              filename: isFile ? `${name}.bin` : undefined,
              bytes: isFile ? hex : Buffer.from(hex).toString('hex'),
            };
          }),
        );
      }),
    );
  });
  it('gives the same however the network cuts the body', () => {
    const body = Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n--b\r\ncontent-disposition: form-data; name="f"; filename="x"\r\n\r\none\r\n--\r\r\ntwo\r\n-\r\n--b--\r\n',
    );
    const whole = parseMultipart(body, 'b');
    expect(whole.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
      ['a', ''],
      ['f', 'one\r\n--\r\r\ntwo\r\n-'],
    ]);
    for (let size = 1; size < body.length; size += 1) expect(parseMultipart(body, 'b', size)).toEqual(whole);
  });
  it('keeps no more of a part than the limit and one byte, while it is still coming in', () => {
    const splitter = new MultipartSplitter('b');
    splitter.push(Buffer.from('--b\r\ncontent-disposition: form-data; name="f"; filename="x"\r\n\r\n'));
    for (let mib = 0; mib < 15; mib += 1) splitter.push(Buffer.alloc(1024 * 1024, 97));
    splitter.push(Buffer.from('\r\n--b--'));
    expect(splitter.end()[0]?.bytes.length).toBe(10_485_761);
  });
  it('passes over what stands before the first and after the last boundary, and white space behind one', () => {
    const [only] = parse(`preamble\r\n--b \t\r\n${named}\r\n\r\nv\r\n--b--\r\nepilogue`);
    expect(only?.bytes.toString()).toBe('v');
    expect(parse('--b--')).toEqual([]);
  });
  it('reads a name in quotes, bare, escaped and folded, and is not taken in by a name that holds a filename', () => {
    const nameOf = (headers: string) => parse(part(headers))[0]?.name;
    expect(nameOf('content-disposition:form-data;name=a')).toBe('a');
    expect(nameOf('Content-Disposition: form-data; name="a\\"b"')).toBe('a"b');
    expect(nameOf('Content-Disposition: form-data;\r\n name="a"')).toBe('a');
    const [tricky] = parse(part('Content-Disposition: form-data; name="a; filename=x"'));
    expect([tricky?.name, tricky?.filename]).toEqual(['a; filename=x', undefined]);
  });
  it('tells a file by its filename, in the extended form too, and by application/octet-stream', () => {
    const filenameOf = (headers: string) => parse(part(headers))[0]?.filename;
    expect(filenameOf(`${named}; filename=""`)).toBe('');
    expect(filenameOf(`${named}; filename*=UTF-8''a%20b`)).toBe("UTF-8''a%20b");
    expect(filenameOf(`${named}\r\nContent-Type: application/octet-stream`)).toBe('a');
    expect(filenameOf(`${named}\r\nContent-Type: text/plain; charset="latin1"`)).toBeUndefined();
    expect(parse(part(`${named}\r\nContent-Type: text/plain; charset="latin1"`))[0]?.charset).toBe('latin1');
  });
  it('refuses a part without a name and says so', () => {
    for (const headers of ['Content-Disposition: form-data', 'Content-Disposition: form-data; name=""']) {
      expect(() => parse(part(headers))).toThrow(/a part has no name/);
    }
    expect(() => parse(part('Content-Type: text/plain'))).toThrow(/no Content-Disposition/);
  });
  it('refuses long names, encodings, and headers that are long or not UTF-8, with short messages', () => {
    expect(() => parse(part(`Content-Disposition: form-data; name="${'n'.repeat(201)}"`))).toThrow(
      /over 200/,
    );
    expect(() => parse(part(`${named}\r\nContent-Transfer-Encoding: base64`))).toThrow(/encoded as "base64"/);
    expect(() => parse(part(`${named}\r\nX: ${'x'.repeat(9000)}`))).toThrow(/over 8192 bytes/);
    const bytes = Buffer.from(part('Content-Disposition: form-data; name="\xff"'), 'latin1');
    expect(() => parseMultipart(bytes, 'b')).toThrow(/not UTF-8/);
  });
  it('refuses what is cut off, has no boundary, or has over 64 parts', () => {
    for (const text of [
      '',
      '--',
      '--b',
      '--b\r\n',
      `--b\r\n${named}\r\n\r\nv`,
      `--b\r\n${named}\r\n\r\nv\r\n--b`,
    ]) {
      expect(() => parse(text)).toThrow(/cannot be read/);
    }
    expect(() => parse('--c\r\n\r\n--c--')).toThrow(/does not have the boundary/);
    expect(() => parse(`--bx\r\n${named}\r\n\r\nv\r\n--b--`)).toThrow(/text behind a boundary/);
    expect(() => parse('--b\r\n--b--')).toThrow(/no blank line/);
    expect(() => parse(`${`--b\r\n${named}\r\n\r\nv\r\n`.repeat(65)}--b--`)).toThrow(/over 64 parts/);
  });
  it('never throws anything but a refusal, whatever the bytes are', () => {
    const piece = fc.constantFrom('--b', '\r\n', '--', named, ';', '"', 'v', ' ', ': ', '\0', '=');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          parse(pieces.join(''));
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_parameters' });
        }
      }),
      { numRuns: 2000 },
    );
  });
  it('looks through 16 MiB of anything in a fraction of a second', () => {
    const size = 16 * 1024 * 1024;
    const boundary = '-'.repeat(70);
    const head = `--${boundary}\r\n${named}\r\n\r\n`;
    for (const filler of ['-', '\r\n--', '\r', '\r\n', `\r\n--${'-'.repeat(69)}x`]) {
      const body = Buffer.alloc(size, filler);
      body.write(head);
      const start = performance.now();
      expect(() => parseMultipart(body, boundary)).toThrow(/cannot be read/);
      expect(performance.now() - start).toBeLessThan(10_000);
    }
  });
});

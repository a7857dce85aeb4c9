import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MultipartSplitter } from './split.ts';

const partBytesMax = 10_485_760;

/** Splits a body that is received in chunks of the given size. */
function splitBody(body: Buffer, boundary: string, chunkBytes = 65_536) {
  const splitter = new MultipartSplitter(boundary, partBytesMax);
  for (let at = 0; at < body.length; at += chunkBytes) splitter.push(body.subarray(at, at + chunkBytes));
  return splitter.end();
}

const parse = (text: string) => splitBody(Buffer.from(text), 'b');
const part = (headers: string, value = 'v'): string => `--b\r\n${headers}\r\n\r\n${value}\r\n--b--\r\n`;
const named = 'Content-Disposition: form-data; name="a"';

describe('MultipartSplitter', () => {
  it('does not keep the chunks of a part, which take far more memory than their bytes', () => {
    const concat = vi.spyOn(Buffer, 'concat');
    const body = Buffer.from(part(named, 'v'.repeat(50_000)));
    expect(splitBody(body, 'b', 1)[0]?.bytes).toHaveLength(50_000);
    const blocks = concat.mock.calls.map(([list]) => list.length);
    concat.mockRestore();
    expect(Math.max(...blocks)).toBeLessThan(20);
  });

  it('returns the parts that FormData sent, for any names and bytes', async () => {
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
        const parts = splitBody(Buffer.from(await request.arrayBuffer()), boundary);
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
  it('returns the same parts for every chunk size', () => {
    const body = Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n--b\r\ncontent-disposition: form-data; name="f"; filename="x"\r\n\r\none\r\n--\r\r\ntwo\r\n-\r\n--b--\r\n',
    );
    const whole = splitBody(body, 'b');
    expect(whole.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
      ['a', ''],
      ['f', 'one\r\n--\r\r\ntwo\r\n-'],
    ]);
    for (let size = 1; size < body.length; size += 1) expect(splitBody(body, 'b', size)).toEqual(whole);
  });
  it('keeps at most the limit and one byte of a part that is too large', () => {
    const splitter = new MultipartSplitter('b', partBytesMax);
    splitter.push(Buffer.from('--b\r\ncontent-disposition: form-data; name="f"; filename="x"\r\n\r\n'));
    for (let mib = 0; mib < 15; mib += 1) splitter.push(Buffer.alloc(1024 * 1024, 97));
    splitter.push(Buffer.from('\r\n--b--'));
    expect(splitter.end()[0]?.bytes.length).toBe(10_485_761);
  });
  it('ignores the preamble, the epilogue, and white space after a boundary', () => {
    const [only] = parse(`preamble\r\n--b \t\r\n${named}\r\n\r\nv\r\n--b--\r\nepilogue`);
    expect(only?.bytes.toString()).toBe('v');
    expect(parse('--b--')).toEqual([]);
  });
  it('reads quoted, unquoted, escaped, and folded names, and a name that contains a filename parameter', () => {
    const nameOf = (headers: string) => parse(part(headers))[0]?.name;
    expect(nameOf('content-disposition:form-data;name=a')).toBe('a');
    expect(nameOf('Content-Disposition: form-data; name="a\\"b"')).toBe('a"b');
    expect(nameOf('Content-Disposition: form-data;\r\n name="a"')).toBe('a');
    const [tricky] = parse(part('Content-Disposition: form-data; name="a; filename=x"'));
    expect([tricky?.name, tricky?.filename]).toEqual(['a; filename=x', undefined]);
  });
  it('detects a file by its filename, by its extended filename, and by application/octet-stream', () => {
    const filenameOf = (headers: string) => parse(part(headers))[0]?.filename;
    expect(filenameOf(`${named}; filename=""`)).toBe('');
    expect(filenameOf(`${named}; filename*=UTF-8''a%20b`)).toBe("UTF-8''a%20b");
    expect(filenameOf(`${named}\r\nContent-Type: application/octet-stream`)).toBe('a');
    expect(filenameOf(`${named}\r\nContent-Type: text/plain; charset="latin1"`)).toBeUndefined();
    expect(parse(part(`${named}\r\nContent-Type: text/plain; charset="latin1"`))[0]?.charset).toBe('latin1');
  });
  it('rejects a part without a name', () => {
    for (const headers of ['Content-Disposition: form-data', 'Content-Disposition: form-data; name=""']) {
      expect(() => parse(part(headers))).toThrow(/a part has no name/);
    }
    expect(() => parse(part('Content-Type: text/plain'))).toThrow(/no Content-Disposition/);
  });
  it('rejects long names, transfer encodings, and headers that are too long or not UTF-8', () => {
    expect(() => parse(part(`Content-Disposition: form-data; name="${'n'.repeat(201)}"`))).toThrow(
      /more than 200/,
    );
    expect(() => parse(part(`${named}\r\nContent-Transfer-Encoding: base64`))).toThrow(
      /Content-Transfer-Encoding "base64"/,
    );
    expect(() => parse(part(`${named}\r\nX: ${'x'.repeat(9000)}`))).toThrow(/more than 8192 bytes/);
    const bytes = Buffer.from(part('Content-Disposition: form-data; name="\xff"'), 'latin1');
    expect(() => splitBody(bytes, 'b')).toThrow(/not UTF-8/);
  });
  it('rejects a body that is incomplete, has no boundary, or has more than 64 parts', () => {
    for (const text of [
      '',
      '--',
      '--b',
      '--b\r\n',
      `--b\r\n${named}\r\n\r\nv`,
      `--b\r\n${named}\r\n\r\nv\r\n--b`,
    ]) {
      expect(() => parse(text)).toThrow(/malformed multipart body/);
    }
    expect(() => parse('--c\r\n\r\n--c--')).toThrow(/boundary named by the Content-Type does not occur/);
    expect(() => parse(`--bx\r\n${named}\r\n\r\nv\r\n--b--`)).toThrow(/text after a boundary/);
    expect(() => parse('--b\r\n--b--')).toThrow(/no blank line/);
    expect(() => parse(`${`--b\r\n${named}\r\n\r\nv\r\n`.repeat(65)}--b--`)).toThrow(/more than 64 parts/);
  });
  it('throws only invalid_parameters, for any bytes', () => {
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
});

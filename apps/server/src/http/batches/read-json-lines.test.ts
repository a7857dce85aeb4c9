import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readJsonLines } from './read-json-lines.ts';

/** A request whose body consists of chunks. */
function request(chunks: readonly (string | Buffer)[], error?: Error): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  for (const chunk of chunks) message.push(chunk);
  if (error === undefined) message.push(null);
  else setImmediate(() => message.destroy(error));
  return message;
}

async function read(message: IncomingMessage): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of readJsonLines(message)) values.push(value);
  return values;
}

describe('readJsonLines', () => {
  it('reads a value per line, however the body is divided into chunks', async () => {
    const values = [{ a: 'é\u{1f600}' }, [1, 2], 'x', null];
    const text = Buffer.from(values.map((value) => JSON.stringify(value)).join('\n'));
    for (const size of [1, 2, 3, 7, text.length]) {
      const chunks = [];
      for (let at = 0; at < text.length; at += size) chunks.push(text.subarray(at, at + size));
      expect(await read(request(chunks)), `chunks of ${size}`).toEqual(values);
    }
  });

  it('skips blank lines, and accepts CRLF and a last line without an end', async () => {
    expect(await read(request(['\r\n{"a":1}\r\n \n\n{"a":2}']))).toEqual([{ a: 1 }, { a: 2 }]);
    expect(await read(request([]))).toEqual([]);
  });

  it.each([
    [['{"a":1}\n{"a":\n'], 'invalid_json', /^line 2: /],
    [['{"a":1}\n{"a'], 'invalid_json', /^line 2: /],
    [[Buffer.from([0x22, 0xff, 0x22])], 'invalid_json', /^line 1: is not UTF-8/],
    [[`"${'x'.repeat(5_000_000)}`], 'body_too_large', /^line 1 has more than/],
  ])('rejects a malformed line %#', async (chunks, code, message) => {
    await expect(read(request(chunks))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it('fails with client_gone if the connection closes before the end', async () => {
    const message = request(['{"a":1}\n'], new Error('aborted'));
    await expect(read(message)).rejects.toMatchObject({ code: 'client_gone' });
  });
});

import { describe, expect, it } from 'vitest';
import { toBucketError } from './bucket-error.ts';

const address = 'https://minio/quern';
const respond = (status: number, body: string) =>
  toBucketError(address, status, { body, retryAfterMs: undefined });

describe('toBucketError', () => {
  it('has the code, the message and the region of the response', () => {
    const body =
      '<?xml version="1.0"?>\n<Error><Code>AuthorizationHeaderMalformed</Code><Message>the region &#34;a&quot;\nis &lt;wrong&gt; &amp;lt;.</Message><Region>b</Region></Error>';
    const error = respond(400, body);
    expect(error.message).toBe(
      `the bucket ${address} returned 400 AuthorizationHeaderMalformed: the region "a" is <wrong> &lt;; the region of the bucket is b`,
    );
    expect(error).toMatchObject({ status: 400, code: 'AuthorizationHeaderMalformed', isTransient: false });
  });

  it.each(['', 'no XML', '<Code>', '</Code><Code>', '<Code></Message>', '{"Code":"a"}'])(
    'has only the status if the body is %j',
    (body) => {
      expect(respond(403, body).message).toBe(`the bucket ${address} returned 403`);
    },
  );

  it('shows the beginning of a long message, in one line', () => {
    const { message } = respond(403, `<Message>${'a\u0007\n'.repeat(10_000)}</Message>`);
    expect(message.length).toBeLessThan(400);
    expect(message).not.toMatch(/\p{Cc}/u);
  });

  it.each<[number, string, boolean]>([
    [500, 'InternalError', true],
    [503, 'SlowDown', true],
    [429, '', true],
    [400, 'RequestTimeout', true],
    [409, 'OperationAborted', true],
    [400, 'EntityTooLarge', false],
    [403, 'AccessDenied', false],
    [301, 'PermanentRedirect', false],
  ])('knows whether %i %s is transient', (status, code, isTransient) => {
    expect(respond(status, `<Error><Code>${code}</Code></Error>`).isTransient).toBe(isTransient);
  });
});

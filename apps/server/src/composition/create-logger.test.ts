import { describe, expect, it } from 'vitest';
import { createLogger } from './create-logger.ts';

describe('createLogger', () => {
  it('redacts URLs in the message, the stack and the cause of a logged error', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const cause = new Error('GET https://user:secret0@a.example/x?token=secret1 failed');
    log.error(
      { err: new Error('fetching http://b.example/?q=secret2#secret3 failed', { cause }) },
      'request',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('http://b.example/ failed');
    expect(lines[0]).toContain('https://a.example/x failed');
    expect(lines[0]).not.toMatch(/secret\d/);
  });

  it('redacts the API key of a request', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    log.info({ req: { headers: { authorization: 'Bearer secret' } } });
    expect(lines[0]).not.toContain('secret');
  });

  it('writes nothing below the level', () => {
    const lines: string[] = [];
    createLogger('warn', { write: (line) => void lines.push(line) }).info('hidden');
    expect(lines).toEqual([]);
  });
});

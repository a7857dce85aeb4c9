import { describe, expect, it } from 'vitest';
import { OpenResponses } from './open-responses.ts';

describe('OpenResponses', () => {
  it('rejects the 257th response to a key as too_many_running until one is closed', () => {
    const responses = new OpenResponses();
    const closers = Array.from({ length: 256 }, () => {
      responses.requireCapacity('a');
      return responses.acquire('a');
    });
    expect(() => responses.requireCapacity('a')).toThrow(
      expect.objectContaining({ code: 'too_many_running', retryAfterSeconds: 5 }),
    );
    expect(() => responses.requireCapacity('b')).not.toThrow();
    closers[0]?.();
    closers[0]?.();
    expect(responses.count).toBe(255);
    expect(() => responses.requireCapacity('a')).not.toThrow();
  });

  it('rejects the 4,097th response of a node as overloaded', () => {
    const responses = new OpenResponses();
    for (let index = 0; index < 4096; index += 1) responses.acquire(`key ${index % 16}`);
    expect(() => responses.requireCapacity('another')).toThrow(
      expect.objectContaining({ code: 'overloaded' }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { extractEntities } from './extract-entities.ts';
import { expectSoundEntities } from './fixtures/expect-sound-entities.ts';

describe('hostile text', () => {
  const cpuMs = async (text: string): Promise<number> => {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 2; run += 1) {
      const startedAt = process.cpuUsage();
      expectSoundEntities(text, await extractEntities({ text, language: 'und' }));
      const { user, system } = process.cpuUsage(startedAt);
      best = Math.min(best, (user + system) / 1000);
    }
    return best;
  };

  it.each([
    'a',
    'A',
    '1',
    '1 ',
    '111,',
    '.',
    'a@',
    'a.a@',
    '1:',
    'Aa ',
    '#',
    'http://',
    '(',
    '😀',
    'zwei',
    '1-',
    '漢',
    'a.b.',
    'ab:',
    'film "A ',
    '+1 ',
    '12 Mr. ',
    '12 rue A ',
    'Rua A, ',
    'Am Markt ',
    '5 km 5 ',
    'one and ',
    'Postfach 1 ',
    '1 h 1 min ',
    '12345 Aa ',
  ])('%j repeated takes CPU time that grows near-linearly with the length', { retry: 2 }, async (unit) => {
    const repeated = (length: number) => unit.repeat(length / unit.length);
    const [single, fourfold] = [await cpuMs(repeated(12_500)), await cpuMs(repeated(50_000))];
    // Linear growth is a ratio of 4, quadratic growth one of 16; the constant absorbs timer noise of short runs.
    expect(fourfold).toBeLessThan(8 * single + 200);
  });
});

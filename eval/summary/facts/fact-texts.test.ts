import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DataFiles, dataDir } from '../../data/data-files.ts';
import { readFactTexts } from './fact-texts.ts';

describe.skipIf(!existsSync(dataDir))('readFactTexts (needs the data sets)', () => {
  it('finds every statement and subject in its text, and no text in both halves', () => {
    const data = new DataFiles();
    const [tuned, untouched] = [readFactTexts('tuned', data), readFactTexts('untouched', data)];
    for (const { id, text, topic } of [...tuned, ...untouched]) {
      const lower = text.toLowerCase();
      expect(
        topic.some((name) => lower.includes(name.toLowerCase())),
        id,
      ).toBe(true);
    }
    const known = new Set(tuned.map(({ text }) => text));
    expect(untouched.filter(({ text }) => known.has(text)).map(({ id }) => id)).toEqual([]);
    expect(tuned.length + untouched.length).toBeGreaterThanOrEqual(150);
  });
});

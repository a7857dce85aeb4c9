import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseModel } from './linear-model.ts';
import manifest from './models/manifest.json' with { type: 'json' };

describe('the models that ship', () => {
  it.each([manifest.sentiment, manifest.emotion])(
    '$file is whole, of the stated hash and under 3 MB',
    async (entry) => {
      const bytes = await readFile(new URL(`./models/${entry.file}`, import.meta.url));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.sha256);
      expect(bytes.length).toBeLessThan(3_000_000);
      expect(parseModel(bytes, entry.labels).labels).toEqual(entry.labels);
      expect(() => parseModel(bytes.subarray(0, bytes.length - 1), entry.labels)).toThrow('damaged');
      expect(() => parseModel(new Uint8Array(40), entry.labels)).toThrow('not a linear model');
    },
  );
});

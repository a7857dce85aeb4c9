import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../extract-entities.ts';
import { redactEntities } from './redact-entities.ts';
import { restoreText } from './restore-text.ts';

describe('pseudonyms', () => {
  it.each([
    ['one name', () => 'Ada Byron'],
    ['different persons with one surname', (index: number) => `Ada${index} Byron`],
    ['initials of one surname', (index: number) => `${index % 2 === 0 ? `Ada${index}` : 'A'} Byron`],
    ['many spellings', (index: number) => `Ada${' '.repeat(index % 60)}\n`],
    ['placeholders', (index: number) => `[PERSON_${index}]`],
    ['brackets', () => '[PERSON_[A_'],
  ])('take near-linear work for %s', async (_name, nameOf) => {
    const redactAndRestore = (count: number) => {
      const names = Array.from({ length: count * growthScale }, (_, index) => nameOf(index));
      let startIndex = 0;
      const entities = names.map((text): Entity => {
        const entity = {
          startIndex,
          endIndex: startIndex + text.length,
          text,
          type: 'PERSON' as const,
          confidence: 1,
        };
        startIndex = entity.endIndex + 1;
        return entity;
      });
      const text = names.join(' ');
      const { redacted, mapping = {} } = redactEntities(text, entities, 'pseudonym');
      expect(restoreText(redacted, mapping) === text).toBe(true);
    };
    // Linear growth is a ratio of 4, quadratic growth one of 16.
    expect(await growthRatio(redactAndRestore, 250, 1000)).toBeLessThan(9);
  });
});

import { describe, expect, it } from 'vitest';
import { loadValenceLexicon, scoreValence } from './score-valence.ts';

const english = await loadValenceLexicon('en');
const compoundOf = (text: string) => scoreValence(text, english).compound;

describe('scoreValence', () => {
  it('returns 0 without known words', () => {
    expect(scoreValence('The table has four legs.', english)).toEqual({ compound: 0, matchCount: 0 });
  });

  it.each([
    ['a negation reverses the sign', 'not good', '<', 0],
    ['an intensifier strengthens', 'very good', '>', 'good'],
    ['capitals strengthen', 'a GOOD day', '>', 'a good day'],
    ['exclamation marks strengthen', 'good!!', '>', 'good'],
    ['the part after "but" counts more', 'good but bad', '<', 0],
    ['an emoji counts', '😡', '<', 0],
    ['an emoticon counts', 'see you :-)', '>', 0],
  ])('%s: %j', (_, text, sign, reference) => {
    const difference = compoundOf(text) - (typeof reference === 'string' ? compoundOf(reference) : reference);
    expect(sign === '>' ? difference > 0 : difference < 0).toBe(true);
  });

  it('uses the lexicon of the language', async () => {
    expect(scoreValence('wunderbar', await loadValenceLexicon('de-AT')).compound).toBeGreaterThan(0);
    expect(scoreValence('wunderbar', await loadValenceLexicon('ja')).matchCount).toBe(0);
  });
});

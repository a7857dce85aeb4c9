import { describe, expect, it } from 'vitest';
import { placeOf, scoreFacts } from './score-facts.ts';

const marks = {
  topic: ['ferry', 'boat line'],
  facts: [
    {
      kind: 'decision' as const,
      statements: ['the council ended the ferry on 3 May', 'the last ferry sails on 3 May'],
    },
    { kind: 'amount' as const, statements: ['it costs the town 45,000 euros a year'] },
  ],
};

describe('scoreFacts', () => {
  it('finds the subject in any of its names, and facts in any of their statements', () => {
    const summary = ['After a long debate the last Ferry sails on 3 May.', 'Nothing was said about it.'];
    expect(scoreFacts(marks, summary)).toEqual({ namesTopic: true, contained: [true, false] });
  });

  it('allows words that were left out, but no number', () => {
    expect(scoreFacts(marks, ['It costs town 45,000 euros a year.']).contained).toEqual([false, true]);
    expect(scoreFacts(marks, ['It costs the town 40,000 euros a year.']).contained).toEqual([false, false]);
    expect(scoreFacts(marks, ['It costs the town euros a year, 45 boats and 000 people.']).contained[1]).toBe(
      false,
    );
  });

  it('does not join what several sentences say', () => {
    expect(scoreFacts(marks, ['It costs the town', '45,000 euros a year.']).contained).toEqual([
      false,
      false,
    ]);
    expect(scoreFacts(marks, [])).toEqual({ namesTopic: false, contained: [false, false] });
  });

  it('counts the characters of scripts that are written without spaces', () => {
    const text = { topic: ['渡船'], facts: [{ kind: 'date' as const, statements: ['渡船将于5月3日停运'] }] };
    expect(scoreFacts(text, ['镇议会决定，渡船将于5月3日停运。'])).toEqual({
      namesTopic: true,
      contained: [true],
    });
    expect(scoreFacts(text, ['渡船将于6月3日停运。']).contained).toEqual([false]);
  });
});

describe('placeOf', () => {
  it('is the place of the first statement', () => {
    const fact = { kind: 'date' as const, statements: ['on Monday', 'next week'] };
    expect(placeOf('It is next week, to be exact, on Monday.', fact)).toBeCloseTo(6 / 40);
  });
});

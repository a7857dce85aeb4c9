import { describe, expect, it } from 'vitest';
import { findRoute, hasPublishedModel, tagVariants } from './pivot-route.ts';

const has =
  (...pairs: string[]) =>
  (key: string) =>
    pairs.includes(key);

describe('findRoute', () => {
  it('prefers a direct model to a route through English', () => {
    const route = findRoute('pt', 'de', has('pt-de', 'pt-en', 'en-de'));
    expect(route).toEqual({ pairs: [['pt', 'de']], outputLanguage: 'de' });
  });

  it('translates through English without a direct model', () => {
    const route = findRoute('pt-BR', 'de', has('pt-en', 'en-de'));
    expect(route?.pairs).toEqual([
      ['pt', 'en'],
      ['en', 'de'],
    ]);
  });

  it('falls back from a regional variant to its language', () => {
    expect(findRoute('en', 'pt-BR', has('en-pt'))?.outputLanguage).toBe('pt');
  });

  it('returns undefined without models', () => {
    expect(findRoute('en', 'de', has('en-pt'))).toBeUndefined();
  });
});

describe('tagVariants', () => {
  it('never falls back from traditional to simplified Chinese', () => {
    expect(tagVariants('zh-TW')).toContain('zh-Hant');
    expect(tagVariants('zh-TW')).not.toContain('zh');
  });
});

describe('hasPublishedModel', () => {
  it('ignores regions', () => {
    expect([hasPublishedModel('de-CH'), hasPublishedModel('tlh')]).toEqual([true, false]);
  });
});

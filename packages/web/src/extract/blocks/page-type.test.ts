import { describe, expect, it } from 'vitest';
import { choosePageType, pageTypes, rankPageTypes } from './page-type.ts';

const probabilities = (values: Partial<Record<(typeof pageTypes)[number], number>>) =>
  pageTypes.map((type) => values[type] ?? 0);

describe('choosePageType', () => {
  it('returns the most probable type', () => {
    expect(choosePageType(probabilities({ listing: 0.55, article: 0.45 }))).toBe('listing');
  });

  it('returns other if no type is likely enough', () => {
    expect(choosePageType(probabilities({ listing: 0.28, article: 0.27, forum: 0.25, product: 0.2 }))).toBe(
      'other',
    );
  });
});

describe('rankPageTypes', () => {
  it('sorts the types by their probability', () => {
    const ranked = rankPageTypes(probabilities({ forum: 0.7, article: 0.2, service: 0.1 }));
    expect(ranked.slice(0, 3)).toEqual([
      { type: 'forum', probability: 0.7 },
      { type: 'article', probability: 0.2 },
      { type: 'service', probability: 0.1 },
    ]);
    expect(ranked).toHaveLength(pageTypes.length);
  });
});

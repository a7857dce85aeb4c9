import { describe, expect, it } from 'vitest';
import { causeOf, findCauses } from './block-causes.ts';
import { blockFeatureNames } from './blocks/block-features.ts';
import { pageTypes } from './blocks/page-type.ts';

const facts = { words: 12, linkShare: 0.9, isInMainText: false, similarCount: 7 };
const feature = (name: string, value: number, contribution: number) => ({
  feature: name,
  value,
  contribution,
});

describe('causeOf', () => {
  it('knows every feature of the classifier', () => {
    const names = [...blockFeatureNames, ...pageTypes.map((type) => `page:is:${type}`)];
    expect(names.filter((name) => causeOf(name) === undefined)).toEqual([]);
    expect(causeOf('unknown')).toBeUndefined();
  });

  it('separates links, repetition and surroundings of ancestors', () => {
    expect(['above2:linkShare', 'unit:linkingShare', 'targets:perWord1'].map(causeOf)).toEqual([
      'links',
      'links',
      'links',
    ]);
    expect(['above0:alike', 'outer:size', 'copies'].map(causeOf)).toEqual([
      'repetition',
      'repetition',
      'repetition',
    ]);
    expect(['next-1:linkShare', 'above1:tag'].map(causeOf)).toEqual(['surroundings', 'surroundings']);
  });
});

describe('findCauses', () => {
  it('sums the features of a kind, the strongest first, with the facts of the block', () => {
    const causes = findCauses(
      [
        feature('inTop', 0, -0.4),
        feature('linkShare', 0.9, -0.5),
        feature('above1:linkShare', 0.8, -0.6),
        feature('words', 12, 0.3),
        feature('unit:size', 7, 0.2),
        feature('page:chars', 900, 5),
      ],
      facts,
    );
    expect(causes).toEqual([
      { cause: 'links', share: 0.9, effect: -1.1 },
      { cause: 'main_text', detail: 'outside', effect: -0.4 },
      { cause: 'text', count: 12, effect: 0.3 },
      { cause: 'repetition', count: 7, effect: 0.2 },
    ]);
  });

  it('names areas, class names and words that were found, and not those that were not', () => {
    const absent = 31;
    const causes = findCauses(
      [
        feature('in:nav', 2, -1),
        feature('in:footer', absent, 0.9),
        feature('name:sidebar', 0, -0.8),
        feature('word:cookie', 2, -0.7),
        feature('word:share', 0, 0.6),
        feature('under:related', 1, -0.5),
      ],
      facts,
    );
    expect(causes).toEqual([
      { cause: 'area', detail: 'nav', effect: -1 },
      { cause: 'class_name', detail: 'sidebar', effect: -0.8 },
      { cause: 'wording', detail: 'cookie', effect: -0.7 },
      { cause: 'headings', detail: 'related', effect: -0.5 },
    ]);
  });

  it('leaves out influences that cancel out, and returns at most four', () => {
    expect(findCauses([feature('words', 3, 0.5), feature('chars', 9, -0.48)], facts)).toEqual([]);
    const many = ['links', 'words', 'depth', 'copies', 'index', 'titleShare'];
    expect(
      findCauses(
        many.map((name) => feature(name, 1, 1)),
        facts,
      ),
    ).toHaveLength(4);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../extract-entities.ts';
import { expectSoundEntities } from '../fixtures/expect-sound-entities.ts';
import { spanOf } from '../fixtures/span-of.ts';
import { type SelectEntitiesOptions, selectEntities } from './select-entities.ts';

const text = 'Ada Lovelace works at Acme Ltd., Hauptstraße 12, 10115 Berlin, since 1843.';
const entities: readonly Entity[] = [
  spanOf(text, 'Ada Lovelace', 'PERSON', { confidence: 0.98 }),
  spanOf(text, 'Acme Ltd.', 'ORGANIZATION', { confidence: 0.6 }),
  spanOf(text, 'Hauptstraße 12, 10115 Berlin', 'ADDRESS', { value: 'Hauptstraße 12, 10115 Berlin' }),
  spanOf(text, '1843', 'DATE', { value: '1843' }),
];

function select(options: SelectEntitiesOptions, from = text, found = entities): string[] {
  const selected = selectEntities(from, found, options);
  expectSoundEntities(from, selected);
  return selected.map(({ type, text: written, value }) => `${type} ${written}${value ? ` = ${value}` : ''}`);
}

describe('selectEntities', () => {
  it('returns everything without options', () => {
    expect(selectEntities(text, entities, {})).toEqual(entities);
  });

  it('keeps the given types and confidences', () => {
    expect(select({ types: ['DATE', 'PERSON'] })).toEqual(['PERSON Ada Lovelace', 'DATE 1843 = 1843']);
    expect(select({ minConfidence: 0.95, types: ['PERSON', 'ORGANIZATION'] })).toEqual([
      'PERSON Ada Lovelace',
    ]);
    expect(select({ types: [] })).toEqual([]);
  });

  it('leaves out entities whose whole text is allowed, in that case', () => {
    expect(
      select({ allow: ['Acme Ltd.', 'Ada', 'ada lovelace'], types: ['PERSON', 'ORGANIZATION'] }),
    ).toEqual(['PERSON Ada Lovelace']);
  });

  it('makes denied phrases entities and keeps the other parts of those that they overlap', () => {
    expect(select({ deny: ['works', { text: '10115', type: 'POSTAL_CODE' }, 'Ada'] })).toEqual([
      'OTHER Ada',
      'PERSON Lovelace',
      'OTHER works',
      'ORGANIZATION Acme Ltd.',
      'ADDRESS Hauptstraße 12',
      'POSTAL_CODE 10115',
      'ADDRESS Berlin',
      'DATE 1843 = 1843',
    ]);
  });

  it('replaces several entities by a denied phrase that overlaps them', () => {
    expect(select({ deny: ['Lovelace works at Acme'] })).toEqual([
      'PERSON Ada',
      'OTHER Lovelace works at Acme',
      'ORGANIZATION Ltd',
      'ADDRESS Hauptstraße 12, 10115 Berlin = Hauptstraße 12, 10115 Berlin',
      'DATE 1843 = 1843',
    ]);
  });

  it('applies types and the minimum confidence to denied phrases', () => {
    expect(select({ deny: ['works'], types: ['DATE'] })).toEqual(['DATE 1843 = 1843']);
    expect(select({ deny: [{ text: 'works', type: 'EVENT' }], types: ['EVENT'], minConfidence: 1 })).toEqual([
      'EVENT works',
    ]);
  });

  it.each([
    [
      'the longest of phrases that begin together',
      'New York City',
      ['New', 'New York', 'York City'],
      ['New York'],
    ],
    ['the first of phrases that overlap', 'a b c d', ['b c', 'c d', 'a b'], ['a b', 'c d']],
    ['no part of a word', 'Annabel Ann Annex McAnn Ann_1', ['Ann'], ['Ann']],
    ['a phrase of punctuation at its ends', 'C++ and C++11, (C++)', ['C++'], ['C++', 'C++', 'C++']],
    [
      'any white space for a space',
      'Project\n  Falcon, Project\u00a0Falcon',
      ['Project Falcon'],
      ['Project\n  Falcon', 'Project\u00a0Falcon'],
    ],
    ['white space around a phrase is ignored', 'the mill', [' mill\n'], ['mill']],
    ['words of scripts without spaces', '昨日田中さんは東京で', ['田中', '東京'], ['田中', '東京']],
    ['Chinese next to Latin letters', '我们用iPhone和微信', ['iPhone', '微信'], ['iPhone', '微信']],
    ['Korean before a particle', '김민수는 왔다', ['김민수'], ['김민수']],
    ['no letter without its mark', 'cafe\u0301 cafe', ['cafe'], ['cafe']],
    ['no half of a pair of surrogates', '😀😁', ['\ud83d', '😁'], ['😁']],
    ['no emoji without its skin tone', '👍🏽 👍', ['👍'], ['👍']],
    ['nothing for a blank phrase', 'a b', ['', ' ', '\n'], []],
  ])('finds %s', (_name, written, deny, expected) => {
    expect(select({ deny }, written, [])).toEqual(expected.map((phrase) => `OTHER ${phrase}`));
  });

  it('returns sound entities for any phrases', () => {
    const word = fc.constantFrom(
      'a',
      'b',
      'ab',
      ' ',
      '  ',
      '\n',
      '.',
      '漢',
      '字',
      '😀',
      '\ud83d',
      '\u0301',
      'É',
    );
    const phrase = fc.array(word, { maxLength: 4 }).map((words) => words.join(''));
    const written = fc.array(word, { maxLength: 40 }).map((words) => words.join(''));
    fc.assert(
      fc.property(
        written,
        fc.array(phrase, { maxLength: 6 }),
        fc.array(fc.nat(50), { maxLength: 8 }),
        (from, deny, cuts) => {
          const borders = [...new Set(cuts.map((cut) => Math.min(cut, from.length)))].sort((a, b) => a - b);
          const found = borders.flatMap((startIndex, index): Entity[] => {
            const endIndex = borders[index + 1];
            if (index % 2 === 1 || endIndex === undefined) return [];
            return [
              {
                startIndex,
                endIndex,
                type: 'PERSON',
                confidence: 0.5,
                text: from.slice(startIndex, endIndex),
              },
            ];
          });
          const selected = selectEntities(from, found, { deny });
          expectSoundEntities(from, selected);
          const covered = (at: number, list: readonly Entity[]) =>
            list.some(({ startIndex, endIndex }) => startIndex <= at && at < endIndex);
          for (let at = 0; at < from.length; at += 1) {
            if (covered(at, found) && /[ab漢字É]/.test(from.charAt(at)))
              expect(covered(at, selected)).toBe(true);
          }
        },
      ),
    );
  });
});

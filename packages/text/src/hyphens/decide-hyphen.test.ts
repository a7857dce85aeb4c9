import { describe, expect, it } from 'vitest';
import { decideHyphen } from './decide-hyphen.ts';

const words = new Set([
  'interface',
  'well-known',
  'the',
  'art',
  'state',
  'and',
  'house',
  'water',
  'year',
  'law',
]);

describe('decideHyphen', () => {
  it.each([
    ['an inter-', 'face of', 'remove'],
    ['a well-', 'known one', 'keep'],
    ['ein Wort mit wei\u00ad', 'chem Strich', 'remove'],
    ['pre-', 'and postwar', 'separate'],
    ['Vor-', 'und Nachteile', 'separate'],
    ['in-', 'of export', 'separate'],
    ['state-', 'of-the-art', 'keep'],
    ['state-of-', 'the-art', 'keep'],
    ['state-of-the-', 'art', 'keep'],
    ['son-in-', 'law', 'keep'],
    ['2019-', '2021', 'keep'],
    ['part AX-', '450', 'keep'],
    ['a 5-', 'year plan', 'keep'],
    ['Anglo-', 'Saxon', 'keep'],
    ['an e-', 'mail', 'keep'],
    ['INTER-', 'FACE', 'remove'],
    ['AN ADMINIS-', 'TRATION', undefined],
    ['an anti-inflam-', 'matory drug', undefined],
    ['a compre-', 'hensive plan', undefined],
    ['a water-', 'house', undefined],
    ['words -', 'and more', undefined],
    ['no hyphen', 'here', undefined],
    ['a hyphen-', '(here)', undefined],
    ['', '', undefined],
  ] as const)('decides about %j in front of %j: %s', (end, next, expected) => {
    expect(decideHyphen(end, next, words)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { LanguageWords } from '../features/language-words.ts';
import { proseOutline } from '../fixtures/prose-outline.ts';
import { extractTerms } from '../statistics/extract-terms.ts';
import { findAntecedents, noAntecedent, notSelectable } from './find-antecedents.ts';

function antecedentsOf(texts: readonly string[], language: string): number[] {
  const words = LanguageWords.of(language);
  const openings = texts.map((text) => words.openingOf(text));
  const termCounts = texts.map((text) => extractTerms(text).length);
  return [...findAntecedents(proseOutline(texts), openings, termCounts, language)];
}

describe('findAntecedents', () => {
  it.each([
    ['en', 'The mill was built of stone in 1820.', 'It ground wheat until the river dried up.'],
    ['en', 'The mill was built of stone in 1820.', 'However, the river dried up soon after.'],
    ['en', 'The mill was built of stone in 1820.', "That's why nobody lives on the island now."],
    ['de', 'Die Mühle wurde 1820 aus Stein gebaut.', 'Sie mahlte Weizen, bis der Fluss austrocknete.'],
    ['fr', 'Le moulin a été construit en pierre en 1820.', "Cependant, la rivière s'est asséchée."],
    ['es', 'El molino se construyó de piedra en 1820.', 'Sin embargo, el río se secó poco después.'],
    ['ru', 'Мельница была построена из камня в 1820 году.', 'Однако река вскоре высохла совсем.'],
    ['zh', '磨坊于1820年用石头建成并投入使用。', '然而河流不久之后就干涸了。'],
    ['ja', '水車小屋は一八二〇年に石で建てられた。', 'しかし川はまもなく干上がってしまった。'],
    ['ar', 'بنيت الطاحونة من الحجر في عام 1820.', 'هي تطحن القمح حتى جف النهر تماما.'],
  ])('finds that a sentence in %s refers to the one before', (language, first, second) => {
    expect(antecedentsOf([first, second], language)).toEqual([noAntecedent, 0]);
  });

  it('treats a sentence about the text itself as independent', () => {
    const texts = ['Mills are old machines with wheels.', 'This paper describes how mills were built.'];
    expect(antecedentsOf(texts, 'en')).toEqual([noAntecedent, noAntecedent]);
  });

  it.each([
    'For example, the following rules apply here:',
    'Motivation and goals of the proposal',
    'See docs/guide.md for all of the options.',
    'Thanks for the call on Monday morning.',
    'and the second was accepted by a majority.',
    'CLOSED FOR THE WINTER SEASON.',
    '1.0.1 >= 2.3.4 && x = y + 12;.',
    'He said "the mill is closed.',
    'Yes, sure.',
  ])('never selects %j among sentences', (fragment) => {
    const sentences = ['The mill was built of stone.', 'The river dried up in spring.'];
    const texts = [...sentences, fragment, 'A museum opened in the old building.'];
    expect(antecedentsOf(texts, 'en')[2]).toBe(notSelectable);
  });

  it('selects sentences without punctuation and capitals where the text has none', () => {
    const texts = ['the maps seem to be fairly updated', 'the screen is easy on the eyes'];
    expect(antecedentsOf(texts, 'en')).toEqual([noAntecedent, noAntecedent]);
  });
});

import { describe, expect, it } from 'vitest';
import { checkSummary, type Defect } from './check-summary.ts';

/** Checks sentences that are parts of the source, in order. */
function check(source: string, parts: readonly string[], language = 'en'): Defect[][] {
  let position = 0;
  const sentences = parts.map((text) => {
    const startIndex = source.indexOf(text, position);
    if (startIndex < 0) throw new Error(`"${text}" is not in the source`);
    position = startIndex + text.length;
    return { text, source: { startIndex, endIndex: position } };
  });
  return checkSummary({ source, language, sentences, truncated: false });
}
const checkOne = (sentence: string, language = 'en') => check(sentence, [sentence], language)[0];

describe('checkSummary', () => {
  it('finds nothing in a sentence of prose', () => {
    expect(checkOne('The council approved 4.5 million euros for the bridge in May.')).toEqual([]);
    expect(checkOne('東京都は新しい橋の建設に三億円を支出する。', 'ja')).toEqual([]);
  });

  it('finds titles that are glued to a sentence, and leaves wrapped lines alone', () => {
    expect(checkOne('Summary of the report\n\nThe council approved the bridge.')).toEqual(['gluedTitle']);
    expect(checkOne('Results\nThe council approved the new bridge over the river.')).toEqual(['gluedTitle']);
    expect(
      checkOne('The council approved the new bridge over the river,\nwhich costs 4 million euros.'),
    ).toEqual([]);
    expect(
      check('It rains in May. The\nRhine rises by half a meter then.', [
        'The\nRhine rises by half a meter then.',
      ]),
    ).toEqual([['gluedTitle']]);
    const title = 'A long title about the new bridge over the river of the city';
    const rest = ` ${'It was built in a year. '.repeat(9)}`;
    const first = `${title}\nThe council approved the bridge.`;
    expect(check(`${first}${rest}`, [first])).toEqual([['gluedTitle']]);
    const wrapped = 'It rains a lot in the months of April and May. The\nRhine rises by half a meter then.';
    expect(check(wrapped, ['The\nRhine rises by half a meter then.'])).toEqual([[]]);
    expect(
      checkOne('The council of the city approved the new bridge over the\nRhine, which costs 4 million.'),
    ).toEqual([]);
  });

  it.each([
    'The **bridge** was built in a year.',
    'See [the plan](https://a.example) for all of the details.',
    '# The bridge was built in a year.',
    'The function `open` reads a file at once.',
    '• The bridge was built in a year.',
    '== History == The bridge was built in a year.',
    '- The bridge was built in a year.',
    '| The bridge | 4 million | in a year.',
  ])('finds Markdown in "%s"', (sentence) => {
    expect(checkOne(sentence)).toContain('markdown');
  });

  it.each([
    'Subject: The bridge was built in a year.',
    'On Monday, Ann Lee <ann@a.example> asked for a plan.',
    'On Mon, 3 May 2021 Ann Lee wrote:',
    'Betreff: Die Brücke ist nach einem Jahr fertig.',
  ])('finds headers of messages in "%s"', (sentence) => {
    expect(checkOne(sentence)).toContain('mailHeader');
  });

  it('finds time stamps and page numbers', () => {
    expect(checkOne('[00:12] The bridge was built in a year.')).toEqual(['timeStamp']);
    expect(checkOne('00:01:12 The bridge was built in a year.')).toEqual(['timeStamp']);
    expect(checkOne('The bridge opened on 2024-05-01T10:30:00 for all, 00:03:12 late.')).toEqual([]);
    expect(checkOne('1.2 The bridge of the city . . . . . . . . . .')).toContain('pageNumber');
    expect(checkOne('The bridge opens at 10:30 on the first of May.')).toEqual([]);
    expect(checkOne('The bridge was Page 3 of 12 built in a year.')).toEqual(['pageNumber']);
    expect(checkOne('The bridge was built in\n 12 \na year.')).toContain('pageNumber');
  });

  it('finds sentences that start inside a sentence of the source', () => {
    const source = 'The bridge, which is new, was built in a year. iPhones sell well in all countries.';
    expect(check(source, ['was built in a year.'])[0]).toContain('startsInside');
    expect(check(source, ['iPhones sell well in all countries.'])[0]).toEqual([]);
    expect(check('Ann: we built the bridge in a year.', ['we built the bridge in a year.'])[0]).toEqual([]);
    expect(check('A b, c and so on it goes.', [', c and so on it goes.'])[0]).toContain('startsInside');
  });

  it('finds sentences whose context is missing', () => {
    const source = 'Ann Lee built the bridge. She needed a year for it. But the bridge fell down.';
    const [first, second, third] = source.match(/[A-Z].*?\./g) ?? [];
    expect(check(source, [first ?? '', second ?? '', third ?? ''])).toEqual([[], [], []]);
    expect(check(source, [second ?? ''])).toEqual([['orphan']]);
    expect(check(source, [first ?? '', third ?? ''])).toEqual([[], ['orphan']]);
    expect(check('Müller kam spät. Er baute die Brücke.', ['Er baute die Brücke.'], 'de')).toEqual([
      ['orphan'],
    ]);
    expect(check('Le pont est neuf. Il y a deux ponts.', ['Il y a deux ponts.'], 'fr')).toEqual([[]]);
  });

  it('leaves names with underscores alone', () => {
    expect(checkOne('The method __add_all__ takes two arguments of __any__ kind.')).toEqual([]);
    expect(checkOne('The __new bridge__ was built in a year.')).toEqual(['markdown']);
  });

  it('does not take the beginning of a longer word for an opener', () => {
    expect(check('A b c. Sonia built all the bridges.', ['Sonia built all the bridges.'])).toEqual([[]]);
  });

  it('finds fillers, repetitions and missing punctuation', () => {
    expect(checkOne('Yes, we do.')).toEqual(['filler']);
    expect(checkOne('Thank you all for coming.')).toEqual(['filler']);
    expect(
      check('The bridge is new now. The bridge is new, now!', [
        'The bridge is new now.',
        'The bridge is new, now!',
      ]),
    ).toEqual([[], ['repeated']]);
    expect(checkOne('The bridge of the city')).toEqual(['noFinalPunctuation']);
  });

  it('does not take a title that became a sentence for a filler', () => {
    const source = 'Bridge rules\n\nNo one may jump from it.';
    const title = { text: 'Bridge rules.', source: { startIndex: 0, endIndex: 12 } };
    expect(checkSummary({ source, language: 'en', sentences: [title], truncated: false })).toEqual([[]]);
    const part = { text: 'Bridge rules', source: { startIndex: 0, endIndex: 12 } };
    expect(checkSummary({ source, language: 'en', sentences: [part], truncated: false })).toEqual([
      ['filler', 'noFinalPunctuation'],
    ]);
  });

  it('looks past the name of a speaker', () => {
    expect(checkOne('Project Manager: Yeah, okay.')).toEqual(['filler']);
    const source = 'Ann: We built a bridge. Ben: But it fell down in May.';
    expect(check(source, ['Ben: But it fell down in May.'])).toEqual([['orphan']]);
    expect(check(source, ['We built a bridge.', 'But it fell down in May.'])).toEqual([[], []]);
  });

  it('lets the last sentence of a truncated summary end anywhere', () => {
    const source = 'The bridge of the city';
    const sentences = [{ text: source, source: { startIndex: 0, endIndex: source.length } }];
    expect(checkSummary({ source, language: 'en', sentences, truncated: true })).toEqual([[]]);
  });
});

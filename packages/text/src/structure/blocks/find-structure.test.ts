import { describe, expect, it } from 'vitest';
import { readTextBlocks } from '../readers/read-text-blocks.ts';

const body =
  'The committee met in the old school, since the hall is being painted. It decided to buy the mill for 40,000 euros, and to open it in May.';

/** The first block as `role | text`. */
function firstBlock(text: string): string {
  const [first] = readTextBlocks(text);
  return `${first?.role} | ${first?.text}`;
}

describe('the first line of a text', () => {
  it.each([
    ['St. Olave Hospital, ward meeting, minutes (corrected by B. Hart)', '\n\n'],
    ['A year at the mill. What it cost and what it taught', '\n\n'],
    ['« Un moulin, ce n’est pas un musée »', '\n\n'],
    ['#mill-committee (23 members)', '\n\n'],
    ['浅山区中华蜂秋季蜜源调查简报', '\n\n'],
    ['Does a mill pay for itself? A study of twelve villages', '\n\n'],
    ['Millbrook Garden Society', '\nCommittee meeting, Tuesday 11 March, back room of the Plough\n\n'],
    ['Harbor School', '\nMinutes of the second meeting of the parents\nLibrary, 6 November\n\n'],
    ['Audit of the mill', '\n\n## Scope\n\n'],
    ['Gesamtschule Am Bach', '\nNiederschrift über die Sitzung im laufenden Jahr\n\n'],
    ['Call 88-20416 – Northgate Insurance', '\nMara: Good morning, this is about the roof.\nTom: '],
    ['[Live] Fire on the hill above the mill', '\n\n'],
  ])('is a title if it is no sentence: %s', (title, gap) => {
    expect(firstBlock(`${title}${gap}${body}`)).toBe(`title | ${title}`);
  });

  it.each([
    ['a sentence', 'The mill is old.'],
    ['a salutation', 'Dear members of the committee,'],
    ['the middle of a sentence', 'and that was all for today'],
    ['longer than a title', `A${' very'.repeat(40)} long line`],
  ])('is none if it is %s', (_, line) => {
    expect(firstBlock(`${line}\n\n${body}`)).not.toMatch(/^title/);
  });

  it('is followed by lines that are no sentences either', () => {
    const head = 'Harbor School\nMinutes of the second meeting of the parents\nLibrary of the old mill';
    const found = readTextBlocks(`${head}\n\n${body}`).map(({ role }) => role);
    expect(found).toEqual(['title', 'heading', 'heading', 'prose']);
  });

  it('is none in a poem, or before a blank line that comes late', () => {
    const verses =
      'The rain falls on the roof\nAnd nobody sleeps tonight\nThe river is rising\nOver the old stones';
    expect(firstBlock(`${verses}\n\n${verses}`)).not.toMatch(/^title/);
    expect(firstBlock(`${verses}\nUnder the bridge\n\n${body}`)).not.toMatch(/^title/);
  });

  it('is none if it is a note in brackets', () => {
    expect(firstBlock(`[Transcript of the meeting, shortened]\n\n${body}`)).not.toMatch(/^title/);
  });

  it.each([
    ['INSTRUCTIONS', 'for the use of the laundry', 'INSTRUCTIONS for the use of the laundry'],
    ['ИНСТРУКЦИЯ', 'по пользованию прачечной', 'ИНСТРУКЦИЯ по пользованию прачечной'],
  ])('goes on in the next line: %s', (first, second, title) => {
    expect(firstBlock(`${first}\n${second}\n\n${body}`)).toBe(`title | ${title}`);
  });

  it.each([
    ['a sentence', 'the mill is closed on Mondays.'],
    ['a line with a capital letter', 'For the use of the laundry'],
  ])('does not go on with %s', (_, second) => {
    expect(firstBlock(`INSTRUCTIONS\n${second}\n\n${body}`)).toBe('title | INSTRUCTIONS');
  });

  it('is none if no paragraph follows', () => {
    expect(firstBlock('Roses in May\n\nLilies in June')).not.toMatch(/^title/);
  });

  it('is none in a letter, which begins with the address of its sender', () => {
    const letter = `Maria Stevens\n8 Almond Street\nLK2 8600 Lagos\n\n11 March 2024\n\nDear Mr. President,\n\n${body}`;
    expect(firstBlock(letter)).not.toMatch(/^title/);
  });

  it('is none before the title that the text marks', () => {
    expect(firstBlock(`<nav>Home</nav><h1>The mill</h1><p>${body}</p>`)).toBe('aside | Home');
  });
});

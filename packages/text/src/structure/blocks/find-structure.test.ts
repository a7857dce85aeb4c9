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

import { mulberry32 } from '../../random/mulberry32.ts';

const subjects =
  'The miller|Our archive|A visitor|The river|The council|Her report|The old bridge|Every harvest|The survey|His diary'.split(
    '|',
  );
const verbs = 'describes|records|explains|shows|preserves|mentions|compares|lists|measures|recalls'.split(
  '|',
);
const objects =
  'the price of flour|a flood of the valley|the names of the workers|three broken wheels|the route of the canal|a dispute over water|the length of winter|the repair of the roof|a market on Saturdays|the tools of the smith'.split(
    '|',
  );
const endings =
  'in the year|near the milestone|on page|in letter|at plot|under number|after entry|for household|in drawer|at station'.split(
    '|',
  );

/** A page's expected text: a heading and sentences that occur on no other page. */
export interface SampleText {
  readonly heading: string;
  readonly sentences: readonly string[];
}

/** Creates a text of `count` distinct sentences that is the same for the same seed. */
export function sampleText(seed: number, count: number): SampleText {
  const random = mulberry32(seed);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const sentences = Array.from(
    { length: count },
    (_, index) =>
      `${pick(subjects)} ${pick(verbs)} ${pick(objects)}, and ${pick(subjects).toLowerCase()} ${pick(verbs)} ${pick(objects)} ${pick(endings)} ${seed * 100 + index}.`,
  );
  return { heading: `Chapter ${seed}: ${pick(objects)}`, sentences };
}

/** HTML of a text: a heading and one paragraph for every two sentences. */
export function toArticleHtml({ heading, sentences }: SampleText): string {
  const paragraphs: string[] = [];
  for (let index = 0; index < sentences.length; index += 2) {
    paragraphs.push(`<p>${sentences.slice(index, index + 2).join(' ')}</p>`);
  }
  return `<article><h1>${heading}</h1>${paragraphs.join('')}</article>`;
}

/** HTML of the sentences as items of a list. */
export const toListItems = (sentences: readonly string[]): string =>
  sentences.map((sentence) => `<li>${sentence}</li>`).join('');

/** HTML of the sentences as rows of a table. */
export const toTableRows = (sentences: readonly string[]): string =>
  sentences.map((sentence, index) => `<tr><td>${index + 1}</td><td>${sentence}</td></tr>`).join('');

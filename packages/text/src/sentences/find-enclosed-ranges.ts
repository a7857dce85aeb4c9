import type { TextRange } from './split-paragraphs.ts';

/** Marks that open, with those that close them. */
const closersOf: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '（': '）',
  '【': '】',
  '「': '」',
  '『': '』',
  '《': '》',
  '〈': '〉',
  '«': '»',
  '»': '«',
  '“': '”',
  '„': '“”"',
  '‚': '‘’',
  '"': '"',
  '‘': '’',
  "'": "'",
};

const markPattern = /[()[\]{}（）【】「」『』《》〈〉«»“”„‚‘’"']/gu;

/** A passage longer than this between marks is split like any other text. */
const enclosedLengthMax = 240;
const depthMax = 16;

/**
 * Quotations and brackets of moderate length, outermost, in order: a sentence does not end inside them.
 * Straight quotes open after white space and close elsewhere.
 */
export function findEnclosedRanges(text: string): TextRange[] {
  const open: { mark: string; index: number }[] = [];
  const found: TextRange[] = [];
  for (const hit of text.matchAll(markPattern)) {
    const [mark] = hit;
    const index = hit.index;
    const depth = open.findLastIndex((one) => (closersOf[one.mark] ?? '').includes(mark));
    const opener = open[depth];
    if (opener && closes(text, index, mark)) {
      open.length = depth;
      if (index - opener.index <= enclosedLengthMax)
        addOutermost(found, { start: opener.index, end: index + 1 });
    } else if (opens(text, index, mark)) {
      open.push({ mark, index });
      if (open.length > depthMax) open.shift();
    }
  }
  return found;
}

function closes(text: string, index: number, mark: string): boolean {
  const before = text[index - 1] ?? ' ';
  if (mark === "'" || mark === '’')
    return /[\p{P}\p{L}]/u.test(before) && !/[\p{L}\p{N}]/u.test(text[index + 1] ?? ' ');
  return (mark !== '"' && mark !== '«' && mark !== '»') || /\S/.test(before);
}

function opens(text: string, index: number, mark: string): boolean {
  if (!(mark in closersOf)) return false;
  if (mark !== '"' && mark !== "'" && mark !== '»') return true;
  return index === 0 || /[\s(\p{Pd}]/u.test(text[index - 1] ?? ' ');
}

function addOutermost(found: TextRange[], range: TextRange): void {
  while ((found.at(-1)?.start ?? -1) > range.start) found.pop();
  found.push(range);
}

import type { TextRange } from '../span.ts';

/** Opening marks and the marks that close them. */
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

/** Longer passages between marks are split like any other text. */
const enclosedLengthMax = 240;
const nestingDepthMax = 16;

/**
 * Finds quotations and brackets of moderate length, in which no sentence ends. Straight quotation marks open after white
 * space and close elsewhere.
 *
 * @returns the outermost ranges, in order, including their marks
 */
export function findEnclosedRanges(text: string): TextRange[] {
  const open: { mark: string; index: number }[] = [];
  const found: TextRange[] = [];
  for (const hit of text.matchAll(markPattern)) {
    const [mark] = hit;
    const { index } = hit;
    const depth = open.findLastIndex((one) => (closersOf[one.mark] ?? '').includes(mark));
    const opener = open[depth];
    if (opener && closes(text, index, mark)) {
      open.length = depth;
      if (index - opener.index <= enclosedLengthMax)
        addOutermost(found, { startIndex: opener.index, endIndex: index + 1 });
    } else if (opens(text, index, mark)) {
      open.push({ mark, index });
      if (open.length > nestingDepthMax) open.shift();
    }
  }
  return found;
}

function closes(text: string, index: number, mark: string): boolean {
  const before = text[index - 1] ?? ' ';
  if (mark === "'" || mark === '’')
    return /[\p{P}\p{L}]/u.test(before) && !/[\p{L}\p{N}]/u.test(text[index + 1] ?? ' ');
  // In French, a space is before the closing mark.
  if (mark === '»' && /\s/.test(before)) return !/[\p{L}\p{N}]/u.test(text[index + 1] ?? ' ');
  return (mark !== '"' && mark !== '«') || /\S/.test(before);
}

function opens(text: string, index: number, mark: string): boolean {
  if (!(mark in closersOf)) return false;
  if (mark !== '"' && mark !== "'" && mark !== '»') return true;
  return index === 0 || /[\s(\p{Pd}]/u.test(text[index - 1] ?? ' ');
}

/** Adds a range and removes those inside it. */
function addOutermost(found: TextRange[], range: TextRange): void {
  while ((found.at(-1)?.startIndex ?? -1) > range.startIndex) found.pop();
  found.push(range);
}

import type { PageContents } from '@quern/pdf';
import { plainWord, type Word } from '../words/word.ts';
import { markWord } from './mark-word.ts';

const sizeMax = 11;

/** Adds the values of form fields as words, on the baseline of the text on their left if there is any. */
export function addFieldWords(words: readonly Word[], fields: PageContents['fields']): Word[] {
  const added = fields.flatMap((field): Word[] => {
    const { value, left, top, right, bottom } = field;
    if (field.kind === 'mark') return [markWord(words, field)];
    const lines = value.split(/[\r\n]+/).filter((line) => line.trim() !== '');
    const size = Math.min(sizeMax, ((bottom - top) / Math.max(lines.length, 1)) * 0.75);
    return lines.flatMap((line, index) => {
      const middle = top + ((index + 0.5) * (bottom - top)) / lines.length;
      const label = words.find((word) => Math.abs(word.baseline - word.size * 0.3 - middle) < size * 0.6);
      const baseline = label && lines.length === 1 ? label.baseline : middle + size * 0.3;
      const texts = line.trim().split(/\s+/);
      const width = Math.min((right - left) / texts.length, size * 6);
      return texts.map((text, at) =>
        plainWord(text, left + at * width, left + (at + 1) * width - size * 0.3, { baseline, size }),
      );
    });
  });
  return [...words, ...added];
}

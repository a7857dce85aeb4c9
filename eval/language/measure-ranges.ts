import type { LabeledText } from './score-detection.ts';

interface Range {
  readonly language: string;
  readonly startIndex: number;
  readonly endIndex: number;
}

const sentencesPerText = 3;

/** Texts of three sentences of different languages, a line each. */
function composeTexts(sentences: readonly LabeledText[]): LabeledText[][] {
  const step = Math.floor(sentences.length / sentencesPerText);
  return Array.from({ length: step }, (_, index) =>
    Array.from({ length: sentencesPerText }, (__, part) => sentences[index + part * step]),
  ).map((parts) => parts.filter((part) => part !== undefined));
}

/** Measures the share of the characters of mixed texts that are in a range of their language, and texts whose ranges are all right. */
export async function measureRanges(
  sentences: readonly LabeledText[],
  detect: (text: string) => Promise<readonly Range[]>,
): Promise<{ texts: number; characters: number; rightTexts: number }> {
  const texts = composeTexts(sentences);
  let right = 0;
  let total = 0;
  let rightTexts = 0;
  for (const parts of texts) {
    const ranges = await detect(parts.map(({ text }) => text).join('\n'));
    let start = 0;
    for (const { text, language } of parts) {
      const end = start + text.length;
      for (const range of ranges) {
        const overlap = Math.min(end, range.endIndex) - Math.max(start, range.startIndex);
        if (overlap > 0 && range.language === language) right += overlap;
      }
      total += text.length;
      start = end + 1;
    }
    const found = ranges.map(({ language }) => language).join(' ');
    const expected = parts
      .map(({ language }) => language)
      .filter((language, index, all) => language !== all[index - 1]);
    if (found === expected.join(' ')) rightTexts++;
  }
  return { texts: texts.length, characters: right / total, rightTexts: rightTexts / texts.length };
}

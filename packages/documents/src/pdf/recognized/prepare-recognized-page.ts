import type { RecognizedPage } from '../../model/recognized-page.ts';
import type { PreparedPage } from '../layout/lay-out-pages.ts';
import type { Word } from '../words/word.ts';

const look = { fontName: '', isBold: false, isItalic: false, isMonospaced: false };

/** Scales the words of a recognized page to points. */
export function prepareRecognizedPage(
  { lines, width, height, number }: RecognizedPage,
  size: { readonly width: number; readonly height: number },
): PreparedPage {
  const scale = size.width / Math.max(width, 1);
  const words = lines.flatMap((line): Word[] => {
    const lineSize = line.box.height * scale * 0.8;
    const baseline = (line.box.y + line.box.height * 0.8) * scale;
    return line.words.map(({ text, box }) => ({
      text,
      left: box.x * scale,
      right: (box.x + box.width) * scale,
      top: box.y * scale,
      bottom: (box.y + box.height) * scale,
      baseline,
      size: lineSize,
      look,
      isAttached: false,
      markedContentId: -1,
    }));
  });
  void height;
  return {
    number,
    width: size.width,
    height: size.height,
    words,
    rules: [],
    asides: [],
    structure: [],
    isRecognized: true,
  };
}

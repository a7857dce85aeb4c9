import type { RichTextBuilder } from './rich-text-builder.ts';

/**
 * Whether a paragraph is a line of code: by the name of its style, or by a font whose letters are equally wide, unless it
 * reads like prose.
 */
export function isCodeParagraph(
  text: RichTextBuilder,
  style: { readonly isCode: boolean; readonly isMonospaced: boolean },
): boolean {
  if (text.hasNodes) return false;
  return style.isCode || ((style.isMonospaced || text.isCode) && !isProse(text.text));
}

/** A sentence of several words without the punctuation of code. */
function isProse(text: string): boolean {
  const line = text.trim();
  const words = line.split(/\s+/);
  return (
    words.length >= 6 &&
    /^["“„«¿¡]?\p{Lu}/u.test(line) &&
    /[.!?…。]["”“»]?$/u.test(line) &&
    !/[{}<>=;\\|]|\w\(/.test(line)
  );
}

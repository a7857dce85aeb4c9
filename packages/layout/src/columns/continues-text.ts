/** Letters of two scripts that have no case, or that are written without spaces, count twice in the length of a line. */
const wide = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g;

/** Characters of a text, those of double width twice. */
export const lengthOf = (text: string): number => text.length + (text.match(wide)?.length ?? 0);

/** Whether a text begins with a small letter, after marks. */
export const startsLower = (text: string): boolean => /^[\s"'“”„«»‘’([]*\p{Ll}/u.test(text);
/** Whether a text begins with a letter that has a case. */
export const startsCased = (text: string): boolean => /^[\s"'“”„«»‘’([]*[\p{Lu}\p{Ll}]/u.test(text);
/** Whether a text ends as a sentence does. */
export const endsSentence = (text: string): boolean => /[.!?:;…。！？؟][)\]"'”’»“]*\s*$/u.test(text);
const endsHyphenated = (text: string): boolean => /\p{L}[-\u00ad\u2010]\s*$/u.test(text);

/** How well a line continues another, from their letters alone: positive if it does, negative if it cannot. */
export function continuationScore(before: string, after: string): number {
  const isLower = startsLower(after);
  if (endsHyphenated(before)) return isLower ? 2 : -2;
  if (!startsCased(after)) return 0;
  if (endsSentence(before)) return isLower ? -2 : 0.5;
  return isLower ? 1 : -0.5;
}

/** How well lines continue each other, the mean over neighbors. */
export function meanContinuation(lines: readonly string[]): number {
  let sum = 0;
  for (const [index, line] of lines.entries())
    if (index > 0) sum += continuationScore(lines[index - 1] ?? '', line);
  return sum / Math.max(1, lines.length - 1);
}

/**
 * Takes up to `count` windows of `length` characters, spread evenly over the text and starting at a word where one is
 * near, so that the size of the sample does not grow with the text.
 *
 * @param length window length in UTF-16 code units
 * @returns the text itself when it fits into one window
 */
export function sampleText(text: string, count: number, length: number): string[] {
  if (text.length <= length) return [text];
  const windowCount = Math.min(count, Math.ceil(text.length / length));
  const step = (text.length - length) / (windowCount - 1);
  return Array.from({ length: windowCount }, (_, index) => {
    const start = nextWordStart(text, Math.floor(index * step));
    return text.slice(start, start + length);
  });
}

/** The position of the next white space within 40 characters, or `position` when there is none. */
function nextWordStart(text: string, position: number): number {
  if (position === 0) return 0;
  const offset = text.slice(position - 1, position + 40).search(/\s/u);
  return offset < 0 ? position : position + offset;
}

/**
 * Up to `count` windows of `length` characters, evenly spread from head to tail and begun at a word, so that
 * a text of any length is judged by its whole and in constant time. A short text is one window.
 */
export function sampleText(text: string, count: number, length: number): string[] {
  if (text.length <= length) return [text];
  const windows = Math.min(count, Math.ceil(text.length / length));
  const step = (text.length - length) / (windows - 1);
  return Array.from({ length: windows }, (_, index) => {
    const start = wordStart(text, Math.floor(index * step));
    return text.slice(start, start + length);
  });
}

/** The first position after white space at or beyond `position`, if one is near; else `position`. */
function wordStart(text: string, position: number): number {
  if (position === 0) return 0;
  const near = text.slice(position - 1, position + 40).search(/\s/u);
  return near < 0 ? position : position + near;
}

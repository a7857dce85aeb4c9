/** Removes white space around a phrase, and makes any white space inside it one space. */
export function normalizeSpaces(phrase: string): string {
  return phrase.trim().replace(/\s+/gu, ' ');
}

/** A text with single spaces, and the offset in the source of each of its code units and of its end. */
export interface SpacedText {
  readonly text: string;
  readonly offsetOf: (at: number) => number;
}

/** Makes any white space in a text one space. */
export function spaceText(source: string): SpacedText {
  if (!/\s\s|[^\S ]/u.test(source)) return { text: source, offsetOf: (at) => at };
  const offsets = new Uint32Array(source.length + 1);
  const parts: string[] = [];
  let length = 0;
  const add = (part: string, from: number): void => {
    for (let at = 0; at < part.length; at += 1) offsets[length + at] = from + at;
    parts.push(part);
    length += part.length;
  };
  let end = 0;
  for (const space of source.matchAll(/\s+/gu)) {
    add(source.slice(end, space.index), end);
    add(' ', space.index);
    end = space.index + space[0].length;
  }
  add(source.slice(end), end);
  offsets[length] = source.length;
  return { text: parts.join(''), offsetOf: (at) => offsets[at] ?? source.length };
}

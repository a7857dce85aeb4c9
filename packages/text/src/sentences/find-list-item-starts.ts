/** A marker with its number or letter and its ending: `1.`, `a)`, `1.)`. */
const markerPattern = /(?:^|\s)(?:[•⁃‣◦▪●]\s*)?(?:(\d{1,3})|([a-z]))(\.\)|[.)])\s+(?=\S)/gu;

const firstLetter = 'a'.charCodeAt(0);

interface ListMarker {
  readonly at: number;
  /** The number, or the character code of the letter. */
  readonly value: number;
  /** Number or letter, and the ending. */
  readonly style: string;
}

/**
 * Finds where the items of a list within one line begin: at ascending numbers or letters of one style, starting at the
 * first visible character or after the end of a sentence, and at every bullet.
 *
 * @returns offsets in ascending order
 */
export function findListItemStarts(line: string): number[] {
  const starts = new Set<number>();
  let previous: ListMarker | undefined;
  for (const found of line.matchAll(markerPattern)) {
    const marker = readMarker(found);
    if (previous?.style === marker.style && previous.value + 1 === marker.value) {
      starts.add(previous.at).add(marker.at);
      previous = marker;
    } else if (isListStart(line, marker)) previous = marker;
  }
  for (const found of line.matchAll(/(?<=\s)[•⁃‣◦▪●](?=\s*\S)/gu)) starts.add(found.index);
  return [...starts].sort((left, right) => left - right);
}

function readMarker(found: RegExpExecArray): ListMarker {
  const [whole, number, letter, ending] = found;
  const at = found.index + (whole.length - whole.trimStart().length);
  return {
    at,
    value: number ? Number(number) : (letter?.charCodeAt(0) ?? 0),
    style: `${number ? '1' : 'a'}${ending}`,
  };
}

/** A letter with a period begins a list inside a line only as `a.`: `h. c.` and `i. V.` are abbreviations. */
function isListStart(line: string, { at, value, style }: ListMarker): boolean {
  const before = line.slice(Math.max(0, at - 20), at);
  if (style === 'a.' && value !== firstLetter && /\S/.test(before)) return false;
  return /(?:^|[.!?:;\n])\s*$/u.test(before);
}

/** A marker with its number or letter and what ends it: `1.`, `1)`, `1.)`. */
const markerPattern = /(?:^|\s)(?:[•⁃‣◦▪●]\s*)?(?:(\d{1,3})|([a-z]))(\.\)|[.)])\s+(?=\S)/gu;

interface Item {
  readonly at: number;
  readonly value: number;
  readonly style: string;
}

/**
 * Where the items of a list written in one line begin: numbers or letters counting up in one style, from the
 * first visible character or after the end of a sentence; and every bullet.
 */
export function findListItemStarts(line: string): number[] {
  const starts = new Set<number>();
  let previous: Item | undefined;
  for (const found of line.matchAll(markerPattern)) {
    const item = readItem(found);
    if (previous?.style === item.style && previous.value + 1 === item.value) {
      starts.add(previous.at).add(item.at);
      previous = item;
    } else if (isListStart(line, item)) previous = item;
  }
  for (const found of line.matchAll(/(?<=\s)[•⁃‣◦▪●](?=\s*\S)/gu)) starts.add(found.index);
  return [...starts].sort((left, right) => left - right);
}

function readItem(found: RegExpExecArray): Item {
  const [whole, number, letter, ending] = found;
  const at = found.index + (whole.length - whole.trimStart().length);
  return {
    at,
    value: number ? Number(number) : (letter?.charCodeAt(0) ?? 0),
    style: `${number ? '1' : 'a'}${ending}`,
  };
}

function isListStart(line: string, { at }: Item): boolean {
  return /(?:^|[.!?:;\n])\s*$/u.test(line.slice(Math.max(0, at - 20), at));
}

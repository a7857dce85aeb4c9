import type { Line } from '../lines/line.ts';
import type { Word } from '../words/word.ts';
import type { DocumentFonts } from './document-fonts.ts';
import type { Group, TextGroup } from './text-group.ts';

/** Footnotes, and the words that refer to them. */
export interface Footnotes {
  /** Labels, unique in the document. */
  readonly labels: ReadonlyMap<TextGroup, string>;
  /** Number of words of the marker at the beginning. */
  readonly markerLengths: ReadonlyMap<TextGroup, number>;
  readonly references: ReadonlyMap<Word, string>;
}

/** Font size of footnotes relative to the text, and of raised references relative to their line. */
const [noteSizeMax, referenceSizeMax] = [0.94, 0.85];
const markerPattern = /^(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z])[.)]?$/;

/** Finds footnotes: small text near the foot of a page that begins with a marker, to which the page refers. */
export function findFootnotes(groups: readonly Group[], fonts: DocumentFonts): Footnotes {
  const labels = new Map<TextGroup, string>();
  const markerLengths = new Map<TextGroup, number>();
  const references = new Map<Word, string>();
  const used = new Set<string>();
  const byPage = Map.groupBy(groups, (group) =>
    group.kind === 'table' ? group.page : (group.lines[0]?.page ?? 0),
  );
  for (const [page, onPage] of byPage) {
    const raised = findRaised(onPage);
    for (const group of onPage) {
      if (group.kind !== 'text') continue;
      const marker = markerOf(group, fonts);
      if (marker === undefined) continue;
      const reference = raised.find(
        ({ word, group: owner }) => owner !== group && plain(word.text) === marker && !references.has(word),
      );
      if (reference === undefined && !isRaisedMarker(group)) continue;
      if (!isLow(group, onPage, fonts)) continue;
      const label = uniqueLabel(marker, page, used);
      labels.set(group, label);
      markerLengths.set(group, 1);
      if (reference) references.set(reference.word, label);
    }
  }
  return { labels, markerLengths, references };
}

const plain = (text: string): string => text.replace(/[.()[\]]/g, '');

/** Small raised words, which may refer to notes. */
function findRaised(groups: readonly Group[]): { word: Word; group: Group }[] {
  return groups.flatMap((group) => {
    const lines =
      group.kind === 'table' ? group.rows.flat().flatMap(({ lines: inside }) => inside) : group.lines;
    return lines.flatMap((line) =>
      line.words
        .filter((word, index) => index > 0 && (word.isReference === true || isRaised(word, line)))
        .filter(({ text }) => markerPattern.test(plain(text)))
        .map((word) => ({ word, group })),
    );
  });
}

/** The marker of a small text. */
function markerOf({ lines }: TextGroup, fonts: DocumentFonts): string | undefined {
  const [first] = lines;
  const [word, second] = first?.words ?? [];
  if (first === undefined || word === undefined || second === undefined) return undefined;
  if (first.size > fonts.bodySize * noteSizeMax || !markerPattern.test(word.text)) return undefined;
  return plain(word.text);
}

function isRaisedMarker({ lines: [first] }: TextGroup): boolean {
  const [word] = first?.words ?? [];
  return first !== undefined && word !== undefined && (word.isReference === true || isRaised(word, first));
}

const isRaised = (word: Word, line: Line): boolean => {
  const distance = (line.baseline - word.baseline) / line.size;
  return distance > (word.size <= line.size * referenceSizeMax ? 0.1 : 0.25);
};

/** Whether there is no text of usual size below it in its column, except other notes. */
function isLow(group: TextGroup, onPage: readonly Group[], fonts: DocumentFonts): boolean {
  const [first] = group.lines;
  if (first === undefined) return false;
  return onPage.every((other) => {
    if (other.kind === 'table')
      return other.top < first.top || other.right < first.left || other.left > first.right;
    return other.lines.every(
      (line) =>
        line.baseline <= first.baseline ||
        line.size <= fonts.bodySize * noteSizeMax ||
        line.right < first.left ||
        line.left > first.right,
    );
  });
}

function uniqueLabel(marker: string, page: number, used: Set<string>): string {
  const name = /^[\w]+$/.test(marker)
    ? marker
    : `note${[...marker].map((mark) => '*†‡§¶'.indexOf(mark) + 1).join('')}`;
  let label = used.has(name) ? `${name}-${page}` : name;
  for (let count = 2; used.has(label); count += 1) label = `${name}-${page}-${count}`;
  used.add(label);
  return label;
}

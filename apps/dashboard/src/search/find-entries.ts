/** Something that can be opened by its name. */
export interface SearchEntry {
  /** Unique among all. */
  readonly id: string;
  readonly label: string;
  /** The kind of the entry, as the person reads it. */
  readonly kind: string;
  /** Further words that find it. */
  readonly keywords: string;
  /** A fragment such as `#/usage`, or a path of the service. */
  readonly href: string;
}

const shownMax = 30;

/**
 * Finds entries by the beginnings and parts of words, whatever their case and accents.
 *
 * @returns those whose label begins with the query first, then those of whose words one does, then all others; at most 30
 */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry, words);
    return rank === undefined ? [] : [{ entry, rank }];
  });
  // The sort is stable, so entries of one rank keep their order.
  ranked.sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, shownMax).map(({ entry }) => entry);
}

function rankOf({ label, kind, keywords }: SearchEntry, words: readonly string[]): number | undefined {
  const [first = ''] = words;
  const name = fold(label);
  const all = `${name} ${fold(keywords)}`;
  // All entries of a kind have its name, so that a part of it says little: "ent" is in "documentation".
  const kindWords = ` ${fold(kind)}`;
  if (!words.every((word) => all.includes(word) || kindWords.includes(` ${word}`))) return undefined;
  if (name.startsWith(first)) return 0;
  return all.includes(` ${first}`) ? 1 : 2;
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

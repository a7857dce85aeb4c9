/** Characters that separate a page's title from the name of its site. */
const separators = /\s+[|\-–—·•:»«/]+\s+|\s*[|·•»«]\s*|:\s+/u;

/** Normalizes a title for comparison: letters, digits and symbols in lower case, without spaces and punctuation. */
export function normalizeTitle(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{Cf}\p{Cc}\p{Co}]+/gu, '');
}

/**
 * Returns how much two titles resemble each other, 0 to 1: the Dice coefficient of their character bigrams (Dice 1945),
 * which needs no words and so holds for every script. The second one may contain the name of the site before or after
 * the title, but the title is the larger part.
 */
export function titleSimilarity(text: string, stated: string): number {
  const title = normalizeTitle(text);
  const parts = stated.split(separators).map(normalizeTitle).filter(Boolean);
  const variants = [parts.join('')];
  for (let count = 1; count < parts.length; count++)
    variants.push(parts.slice(0, count).join(''), parts.slice(count).join(''));
  const lengthMin = (variants[0]?.length ?? 0) / 2;
  return variants
    .filter((variant) => variant.length >= lengthMin)
    .reduce((best, variant) => Math.max(best, diceCoefficient(title, variant)), 0);
}

/** The texts that a page states about its title. */
export interface TitleEvidence {
  /** Titles in the head and in structured data. */
  readonly stated: readonly string[];
  readonly siteName: string;
  /** URL of the page. */
  readonly url: string;
}

/** Returns whether a text is the name of the site, as stated or as the host's name. */
export function isSiteName(text: string, { siteName, url }: TitleEvidence): boolean {
  const name = normalizeTitle(text);
  if (name === '') return false;
  if (name === normalizeTitle(siteName)) return true;
  const labels = URL.parse(url)?.hostname.split('.') ?? [];
  return labels.slice(0, -1).some((label) => label.length > 2 && normalizeTitle(label) === name);
}

/** File names and the defaults of programs, which say nothing about the page. */
const placeholderTitle =
  /^(?:[^\s/]+\.(?:x?html?|php\d?|aspx?|jsp|pdf|docx?|pptx?|xlsx?|odt|rtf|txt|md|indd|tex)|microsoft word - .*|untitled(?:[- ]?(?:document|page|\d+))?|new page(?: \d+)?|(?:home|index|document|page)\s*\d*)$/i;

/** Returns whether a stated title is a file name or a default of a program, such as `report_v2.docx` or `Untitled`. */
export function isPlaceholderTitle(text: string): boolean {
  return placeholderTitle.test(text.trim());
}

/** Returns whether a text is the last and smaller part of a stated title. */
export function isLastPart(text: string, { stated }: TitleEvidence): boolean {
  const part = normalizeTitle(text);
  return stated.some((title) => {
    const parts = title.split(separators).map(normalizeTitle).filter(Boolean);
    return parts.length > 1 && parts.at(-1) === part && part.length * 2 < parts.join('').length;
  });
}

function diceCoefficient(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1;
  if (a.length < 2 || b.length < 2) return 0;
  const counts = new Map<string, number>();
  for (let index = 0; index < a.length - 1; index++) {
    const bigram = a.slice(index, index + 2);
    counts.set(bigram, (counts.get(bigram) ?? 0) + 1);
  }
  let shared = 0;
  for (let index = 0; index < b.length - 1; index++) {
    const bigram = b.slice(index, index + 2);
    const count = counts.get(bigram) ?? 0;
    if (count === 0) continue;
    counts.set(bigram, count - 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length - 2);
}

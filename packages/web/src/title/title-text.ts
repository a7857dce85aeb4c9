/** Characters that separate a page's title from the name of its site. */
const separators = /\s+[|\-–—·•:»«/]+\s+|\s*[|·•»«]\s*|:\s+/u;

/** Characters that ASCII text loses: all but letters, digits and symbols. */
const asciiIgnored = /[^0-9a-z$+<=>^`|~]+/g;
const ignored = /[\s\p{P}\p{Cf}\p{Cc}\p{Co}]+/gu;

/** Normalizes a title for comparison: letters, digits and symbols in lower case, without spaces and punctuation. */
export function normalizeTitle(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase().replace(asciiIgnored, '');
  return text.normalize('NFKC').toLowerCase().replace(ignored, '');
}

/** Compares texts with the titles that a page states. */
export class TitleComparison {
  /** The normalized titles, with and without the name of the site, and how often each bigram occurs in them. */
  readonly #variants = new Map<string, ReadonlyMap<string, number>>();

  /** @param stated each may contain the name of the site before or after the title, which is the larger part */
  constructor(stated: readonly string[]) {
    for (const title of stated) {
      for (const variant of variantsOf(title)) this.#variants.set(variant, countBigrams(variant));
    }
  }

  /** Whether the text is one of the titles. */
  isEqual(text: string): boolean {
    return this.#variants.has(normalizeTitle(text));
  }

  /**
   * Returns how much the text resembles one of the titles, 0 to 1: the Dice coefficient of their character bigrams
   * (Dice 1945), which needs no words and so holds for every script.
   */
  similarity(text: string): number {
    const title = normalizeTitle(text);
    if (this.#variants.has(title)) return 1;
    const bigrams = countBigrams(title);
    let best = 0;
    for (const [variant, counts] of this.#variants) {
      best = Math.max(best, diceCoefficient(bigrams, title.length - 1, counts, variant.length - 1));
    }
    return best;
  }
}

/** Returns the normalized title, and each part before or after a separator that has at least half of its length. */
function variantsOf(stated: string): string[] {
  const parts = stated.split(separators).map(normalizeTitle).filter(Boolean);
  const whole = parts.join('');
  const variants = [whole];
  for (let count = 1; count < parts.length; count++)
    variants.push(parts.slice(0, count).join(''), parts.slice(count).join(''));
  return variants.filter((variant) => variant !== '' && variant.length * 2 >= whole.length);
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

function countBigrams(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index < text.length - 1; index++) {
    const bigram = text.slice(index, index + 2);
    counts.set(bigram, (counts.get(bigram) ?? 0) + 1);
  }
  return counts;
}

/**
 * @param total number of bigrams in `counts`, less than 1 for texts that have none
 * @param otherTotal the same of `others`
 */
function diceCoefficient(
  counts: ReadonlyMap<string, number>,
  total: number,
  others: ReadonlyMap<string, number>,
  otherTotal: number,
): number {
  if (total < 1 || otherTotal < 1) return 0;
  let shared = 0;
  for (const [bigram, count] of counts) shared += Math.min(count, others.get(bigram) ?? 0);
  return (2 * shared) / (total + otherTotal);
}

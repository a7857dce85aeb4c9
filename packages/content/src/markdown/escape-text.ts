/** Where a text stands, as far as it decides what has to be escaped. */
export interface EscapeContext {
  /** Characters that are delimiters in this paragraph, such as `*` when it contains two that could pair. */
  readonly delimiters: ReadonlySet<string>;
  /** Whether brackets are escaped: inside a link whose own brackets are not balanced. */
  readonly escapesBrackets: boolean;
  /** Whether the text is part of a table, in which `|` separates cells. */
  readonly isInTable: boolean;
}

const special = /\*+|_+|~+|[\\`[\]<&|!]/g;
const asciiPunctuation = /^[!-/:-@[-`{-~]/;
const entity = /^&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});/i;
const entityLengthMax = 34;
const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * Escapes the characters of a text that would have a meaning in Markdown where they stand, and no others
 * (https://spec.commonmark.org/0.31.2/#backslash-escapes).
 *
 * @param before character before the text, and `after` behind it; '' for none
 */
export function escapeText(text: string, before: string, after: string, context: EscapeContext): string {
  return text.replace(special, (found: string, index: number) => {
    const end = index + found.length;
    const previous = index === 0 ? before : text.charAt(index - 1);
    const next = end === text.length ? after : text.charAt(end);
    const rest = () =>
      text.slice(index, index + entityLengthMax) + (text.length - index < entityLengthMax ? after : '');
    return hasMeaning(found.charAt(0), previous, next, context, rest) ? found.replace(/./g, '\\$&') : found;
  });
}

/**
 * Returns whether a character has a meaning where it stands.
 *
 * @param character a character, or the one that a run of delimiters consists of
 * @param previous character before it or its run, and `next` behind it
 */
function hasMeaning(
  character: string,
  previous: string,
  next: string,
  context: EscapeContext,
  rest: () => string,
): boolean {
  switch (character) {
    case '\\':
      return asciiPunctuation.test(next) || next === '\n';
    case '`':
      return context.delimiters.has(character);
    case '*':
    case '~':
      return context.delimiters.has(character) && !(isSpaceOrEnd(previous) && isSpaceOrEnd(next));
    case '_':
      return (
        context.delimiters.has(character) &&
        !(isSpaceOrEnd(previous) && isSpaceOrEnd(next)) &&
        !(isWord(previous) && isWord(next))
      );
    case '[':
      return context.escapesBrackets || next === '^';
    case ']':
      return context.escapesBrackets || next === '(';
    case '<':
      return /^[a-z/!?]/i.test(next);
    case '&':
      return entity.test(rest());
    case '|':
      return context.isInTable;
    default:
      return next === '[';
  }
}

function isSpaceOrEnd(character: string): boolean {
  return character === '' || /\s/u.test(character);
}

function isWord(character: string): boolean {
  return wordCharacter.test(character);
}

/**
 * Finds the delimiters of emphasis and code that have a meaning in a paragraph: those of which one could open and a
 * later one could close.
 *
 * @param texts texts of the paragraph in order; other content stands between them
 * @param used delimiters that the paragraph uses for its own emphasis and code
 */
export function findDelimiters(texts: readonly string[], used: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const delimiter of '*_~`') {
    if (!texts.some((text) => text.includes(delimiter))) continue;
    if (used.has(delimiter) || canPair(texts, delimiter)) found.add(delimiter);
  }
  return found;
}

/** Returns whether one delimiter is followed by something and a later one preceded by something. */
function canPair(texts: readonly string[], delimiter: string): boolean {
  let isOpen = false;
  for (const text of texts) {
    for (let index = text.indexOf(delimiter); index >= 0; index = text.indexOf(delimiter, index + 1)) {
      const isRun = text[index - 1] === delimiter;
      const previous = text[index - 1] ?? '';
      const next = text[index + 1] ?? '';
      const closes = delimiter === '`' || !/\s/u.test(previous);
      if (isOpen && closes && !isRun) return true;
      if (delimiter === '_' && isWord(previous) && isWord(next) && !isRun) continue;
      isOpen ||= delimiter === '`' || !/\s/u.test(next);
    }
  }
  return false;
}

/** Returns whether every bracket of a text has its counterpart. */
export function hasBalancedBrackets(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]]/g)) {
    depth += bracket === '[' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

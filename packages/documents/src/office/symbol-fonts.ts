/** Characters of the fonts Wingdings, Wingdings 2 and Symbol that occur in text, by the codes in the fonts. */
const wingdings: Readonly<Record<number, string>> = {
  33: '✏',
  34: '✂',
  40: '☎',
  42: '✉',
  70: '☞',
  74: '☺',
  75: '😐',
  76: '☹',
  108: '●',
  110: '■',
  111: '□',
  113: '❑',
  114: '❒',
  117: '◆',
  118: '❖',
  159: '•',
  161: '○',
  167: '▪',
  168: '☐',
  171: '★',
  216: '➢',
  223: '←',
  224: '→',
  225: '↑',
  226: '↓',
  232: '➔',
  240: '⇨',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
};
const wingdings2: Readonly<Record<number, string>> = {
  80: '✓',
  79: '✗',
  81: '☒',
  82: '☑',
  83: '☒',
  84: '☒',
  163: '☐',
  150: '•',
  151: '●',
};
/** From 0x41 and 0x61 in the font Symbol. */
const greekCapitals = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const greekSmall = 'αβχδεϕγηιφκλμνοπθρστυϖωξψζ';
const symbols: Readonly<Record<number, string>> = {
  34: '∀',
  36: '∃',
  39: '∍',
  42: '∗',
  45: '−',
  64: '≅',
  92: '∴',
  94: '⊥',
  163: '≤',
  165: '∞',
  171: '↔',
  172: '←',
  173: '↑',
  174: '→',
  175: '↓',
  176: '°',
  177: '±',
  179: '≥',
  180: '×',
  182: '∂',
  183: '•',
  184: '÷',
  185: '≠',
  186: '≡',
  187: '≈',
  188: '…',
  197: '⊕',
  198: '∅',
  199: '∩',
  200: '∪',
  204: '⊂',
  205: '⊆',
  206: '∈',
  207: '∉',
  208: '∠',
  210: '®',
  211: '©',
  212: '™',
  213: '∏',
  214: '√',
  215: '⋅',
  216: '¬',
  217: '∧',
  218: '∨',
  219: '⇔',
  220: '⇐',
  222: '⇒',
  229: '∑',
  242: '∫',
};

/** Whether the characters of a font are symbols in place of letters. */
export function isSymbolFont(font: string): boolean {
  return /^(?:symbol|wingdings(?: [23])?|webdings)$/i.test(font);
}

/**
 * Returns the Unicode character of a character in a symbol font.
 *
 * @param code in the font, or in the private use area from 0xf000
 * @returns '' for a symbol without meaning in text
 */
export function symbolOf(code: number, font: string): string {
  if (!(code > 0x20) || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return '';
  const inFont = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (/^wingdings$/i.test(font)) return wingdings[inFont] ?? '';
  if (/^wingdings 2$/i.test(font)) return wingdings2[inFont] ?? '';
  if (/^symbol$/i.test(font)) return symbolLetter(inFont);
  if (/^(?:wingdings 3|webdings)$/i.test(font)) return '';
  return code >= 0xe000 && code < 0xf900 ? '' : String.fromCodePoint(code);
}

/** Replaces the characters of a text in a symbol font. */
export function symbolText(text: string, font: string): string {
  return Array.from(text, (character) =>
    /\s/.test(character) ? character : symbolOf(character.codePointAt(0) ?? 0, font),
  ).join('');
}

function symbolLetter(code: number): string {
  if (code >= 0x41 && code <= 0x5a) return greekCapitals.charAt(code - 0x41);
  if (code >= 0x61 && code <= 0x7a) return greekSmall.charAt(code - 0x61);
  return symbols[code] ?? (code < 0x7f ? String.fromCharCode(code) : '');
}

/** Checkboxes and what they mean. */
const checkboxes: Readonly<Record<string, boolean>> = {
  '☐': false,
  '□': false,
  '❑': false,
  '❒': false,
  '◻': false,
  '▢': false,
  '☑': true,
  '☒': true,
  '🗹': true,
  '🗷': true,
};
const checkbox = /^\s*([☐□❑❒◻▢☑☒🗹🗷])\s*/u;

/** Matches a checkbox at the beginning of a text, and the space after it. */
export const leadingCheckbox: RegExp = checkbox;

/** @returns whether the checkbox at the beginning of a text, the only one in it, is checked; undefined if there is none */
export function checkedState(text: string): boolean | undefined {
  const symbol = checkbox.exec(text)?.[1];
  if (symbol === undefined) return undefined;
  const rest = text.replace(checkbox, '');
  return rest.trim() === '' || /[☐☑☒🗹🗷]/u.test(rest) ? undefined : checkboxes[symbol];
}

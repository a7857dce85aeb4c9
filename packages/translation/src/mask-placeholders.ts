/** A sentence in which placeholders replace the tokens that the engine cannot translate. */
export interface MaskedSentence {
  /** Text to translate; '' if there is none. */
  readonly text: string;
  /** Kept unchanged before and after the translation. */
  readonly prefix: string;
  readonly suffix: string;
  /** The replaced tokens, by the number of their placeholder minus one. */
  readonly maskedTokens: readonly string[];
}

const placeholderPrefix = 'XQ';
const placeholderPattern = /XQ(\d+)/gi;

/** URLs, email addresses, account names, hashtags, HTML tags and code. */
const tokenPattern =
  /(?:https?:\/\/|www\.)[^\s<>"“”]{0,2000}[^\s<>"“”.,;:!?)\]]|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}|[@#][\p{L}\p{N}_]{1,64}|<[^<>\s][^<>]{0,200}>|`[^`]{1,200}`/u;

/** Characters in the models' vocabularies, besides letters. The dollar is the only currency sign. */
const vocabularyCharacters = `\\p{M}\\p{Nd}\\p{Zs}.,;:!?'"()\\/&%$+=°>*-`;

/** Patterns of the text that is masked in a language. */
export interface MaskRules {
  /** Tokens that the language's models cannot translate. */
  readonly maskedPattern: RegExp;
  /** Letters that they can translate. */
  readonly scriptPattern: RegExp;
}

/** Creates the rules for a language: its models know its own script and Latin, digits and common punctuation. */
export function maskRulesFor(language: string): MaskRules {
  const script = scriptsOf(language);
  const letters = `${script}\\p{Script=Latin}`;
  const foreign = `[^\\s]{0,40}[^\\s\\p{L}${vocabularyCharacters}][^\\s.,;:!?)]{0,200}|(?:(?![${letters}])\\p{L}[\\p{M}]*)+`;
  return {
    maskedPattern: new RegExp(`${tokenPattern.source}|${foreign}`, 'gu'),
    scriptPattern: new RegExp(`[${letters}]`, 'gu'),
  };
}

function scriptsOf(language: string): string {
  const script = new Intl.Locale(language).maximize().script ?? 'Latn';
  const mixed: Readonly<Record<string, string[]>> = {
    Jpan: ['Han', 'Hira', 'Kana'],
    Kore: ['Hang', 'Han'],
    Hans: ['Han'],
    Hant: ['Han'],
  };
  return (mixed[script] ?? [script]).map((name) => `\\p{Script=${name}}`).join('');
}

/** Replaces typographic punctuation by the forms in the models' training data. */
export function normalizePunctuation(text: string): string {
  return text
    .replace(/[‘’‚‛ʼ]/gu, "'")
    .replace(/[“”„‟«»]/gu, '"')
    .replace(/[‐‑]/gu, '-')
    .replace(/\s*—\s*/gu, ' - ')
    .replace(/–/gu, '-')
    .replace(/…/gu, '...')
    .replace(/[\s\u00ad]+/gu, ' ')
    .trim();
}

/** Masks the tokens that the engine cannot translate. A sentence mostly in another script is masked as a whole. */
export function maskPlaceholders(
  sentence: string,
  { maskedPattern, scriptPattern }: MaskRules,
): MaskedSentence {
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  const known = sentence.match(scriptPattern)?.length ?? 0;
  if (letters === 0 || known < letters / 2)
    return { text: '', prefix: sentence, suffix: '', maskedTokens: [] };
  const start = sentence.search(bodyStartPattern);
  const end = bodyEnd(sentence);
  const maskedTokens: string[] = [];
  const text = normalizePunctuation(sentence.slice(start, end)).replace(maskedPattern, (token) => {
    maskedTokens.push(token);
    return `${placeholderPrefix}${maskedTokens.length}`;
  });
  return { text, prefix: sentence.slice(0, start), suffix: sentence.slice(end), maskedTokens };
}

/** Characters that begin and end the text to translate; bullets and emoji before and after it are kept unchanged. */
const bodyStartPattern = /[\p{L}\p{N}"'“”‘’«»„(¿¡$#@<`€£¥&+%-]/u;
const bodyEndPattern = /[\p{L}\p{M}\p{N}\p{P}$%°€£¥>+]/u;

function bodyEnd(sentence: string): number {
  for (let end = sentence.length; end > 0; end--) {
    const unit = sentence.charCodeAt(end - 1);
    const isPair = (unit & 0xfc00) === 0xdc00 && end > 1;
    if (bodyEndPattern.test(sentence.slice(isPair ? end - 2 : end - 1, end))) return end;
    if (isPair) end--;
  }
  return 0;
}

/** Replaces the placeholders by their tokens. @returns undefined if the engine lost or repeated a placeholder */
export function restorePlaceholders(translated: string, tokens: readonly string[]): string | undefined {
  const seen = new Set<number>();
  let isComplete = true;
  const restored = translated.replace(placeholderPattern, (whole, digits: string) => {
    const number = Number(digits);
    const token = tokens[number - 1];
    if (token === undefined || seen.has(number)) isComplete = false;
    seen.add(number);
    return token ?? whole;
  });
  return isComplete && seen.size === tokens.length ? restored : undefined;
}

/** Splits a text at placeholders and long numbers, which are the parts with odd indices. */
export function splitAtPlaceholders(text: string): string[] {
  return text.split(/(XQ\d+|\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?|\d{3,}(?:[.,]\d+)?)/i);
}

/** Returns the token of a placeholder, or the part unchanged if it is a number. */
export function resolvePlaceholder(part: string, tokens: readonly string[]): string {
  return /^XQ\d+$/i.test(part) ? (tokens[Number(part.slice(2)) - 1] ?? part) : part;
}

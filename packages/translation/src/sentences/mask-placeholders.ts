/**
 * A sentence in which placeholders replace the tokens that the engine cannot translate. Its texts may contain the
 * characters of `MarkedText`; those of kept parts are tokens too.
 */
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
/** Matches a placeholder, with its number. */
export const placeholderPattern: RegExp = /XQ(\d+)/gi;

/** Kept parts, URLs, email addresses, account names, hashtags, HTML tags, code, and the placeholders of templates. */
const tokenPattern = new RegExp(
  [
    /\ue000|XQ\d+/u,
    /(?:https?:\/\/|www\.)[^\s<>"“”\ue000-\ue002]{0,2000}[^\s<>"“”.,;:!?)\]\ue000-\ue002]/u,
    /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/u,
    /\{\{[^{}\ue000-\ue002]{0,200}\}\}|\$?\{(?:[^{}\ue000-\ue002]|\{[^{}\ue000-\ue002]{0,100}\}){1,200}\}/u,
    /(?<![\p{N}%])%(?:\(\w{1,64}\)|\d{1,2}\$)?[-+0#]{0,3}\d{0,3}(?:\.\d{1,3})?(?:l{0,2}[sdifuxXeEgGcp@])(?![\p{L}\p{N}])/u,
    /[@#][\p{L}\p{N}_]{1,64}/u,
    /<[^<>\s\ue000-\ue002][^<>\ue000-\ue002]{0,200}>/u,
    /`[^`\ue000-\ue002]{1,200}`/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

/** Characters in the models' vocabularies, besides letters. The dollar is the only currency sign. */
const vocabularyCharacters = `\\p{M}\\p{Nd}\\p{Zs}.,;:!?'"()[\\]\\/&%$+=°>*-`;

/** Patterns of the text that is masked in a language. */
export interface MaskRules {
  /** Tokens that the language's models cannot translate. */
  readonly maskedPattern: RegExp;
  readonly maskedOrNumberPattern: RegExp;
  /** Letters that they can translate. */
  readonly scriptPattern: RegExp;
}

/** Creates the rules for a language: its models know its own script and Latin, digits and common punctuation. */
export function maskRulesFor(language: string): MaskRules {
  const script = scriptsOf(language);
  const letters = `${script}\\p{Script=Latin}`;
  const marks = '\\ue000-\\ue002';
  const foreign = `[^\\s${marks}]{0,40}[^\\s\\p{L}${marks}${vocabularyCharacters}][^\\s.,;:!?)${marks}]{0,200}|(?:(?![${letters}])\\p{L}[\\p{M}]*)+`;
  const masked = `${tokenPattern.source}|${foreign}`;
  const number = '\\p{N}+(?:[.,:/-]\\p{N}+)*';
  return {
    maskedPattern: new RegExp(masked, 'gu'),
    maskedOrNumberPattern: new RegExp(`${masked}|${number}`, 'gu'),
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
    .replace(/(?<!\d)–|–(?!\d)/gu, '-')
    .replace(/…/gu, '...')
    .replace(/[\s\u00ad]+/gu, ' ')
    .trim();
}

/**
 * Masks the tokens that the engine cannot translate. A sentence mostly in another script is masked as a whole.
 *
 * @param masksNumbers whether numbers are masked as well, after the engine has lost one
 */
export function maskPlaceholders(sentence: string, rules: MaskRules, masksNumbers = false): MaskedSentence {
  const { scriptPattern } = rules;
  const maskedPattern = masksNumbers ? rules.maskedOrNumberPattern : rules.maskedPattern;
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
const bodyStartPattern = /[{\p{L}\p{N}\ue000-\ue002"'“”‘’«»„(¿¡$#@<`€£¥&+%-]/u;
const bodyEndPattern = /[\ue000-\ue002\p{L}\p{M}\p{N}\p{P}$%°€£¥>+]/u;

function bodyEnd(sentence: string): number {
  for (let end = sentence.length; end > 0; end--) {
    const unit = sentence.charCodeAt(end - 1);
    const isPair = (unit & 0xfc00) === 0xdc00 && end > 1;
    if (bodyEndPattern.test(sentence.slice(isPair ? end - 2 : end - 1, end))) return end;
    if (isPair) end--;
  }
  return 0;
}

/** A sentence prepared for the engine: what it cannot carry stands aside, named by placeholders. */
export interface MaskedSentence {
  /** Text to translate, '' if there is nothing to translate. */
  readonly text: string;
  /** Kept as it is before and after the translation. */
  readonly prefix: string;
  readonly suffix: string;
  /** What the placeholders stand for, by their number. */
  readonly maskedTokens: readonly string[];
}

const placeholderPrefix = 'XQ';
const placeholderPattern = /XQ(\d+)/gi;

/** Addresses, names of accounts, and words with signs the models' vocabularies lack. */
const tokenPattern =
  /(?:https?:\/\/|www\.)[^\s<>"“”]{0,2000}[^\s<>"“”.,;:!?)\]]|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}|[@#][\p{L}\p{N}_]{1,64}|<[^<>\s][^<>]{0,200}>|`[^`]{1,200}`/u;

/** Signs the vocabularies have; letters depend on the language. The dollar is the one currency they keep. */
const carriedSigns = `\\p{M}\\p{Nd}\\p{Zs}.,;:!?'"()\\/&%$+=°>*-`;

/** Tells what a language's models carry: its own script and Latin, digits and common signs. */
export function maskRulesFor(language: string): { readonly tokens: RegExp; readonly script: RegExp } {
  const script = scriptsOf(language);
  const own = `${script}\\p{Script=Latin}`;
  const foreign = `[^\\s]{0,40}[^\\s\\p{L}${carriedSigns}][^\\s.,;:!?)]{0,200}|(?:(?![${own}])\\p{L}[\\p{M}]*)+`;
  return {
    tokens: new RegExp(`${tokenPattern.source}|${foreign}`, 'gu'),
    script: new RegExp(`[${own}]`, 'gu'),
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

/** Typographic signs as the models were trained on them. */
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

/** Sets aside what the engine cannot carry; a sentence mostly in another script is set aside whole. */
export function maskPlaceholders(
  sentence: string,
  carrier: { readonly tokens: RegExp; readonly script: RegExp },
): MaskedSentence {
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  const own = sentence.match(carrier.script)?.length ?? 0;
  if (letters === 0 || own < letters / 2) return { text: '', prefix: sentence, suffix: '', maskedTokens: [] };
  const start = sentence.search(bodyStartPattern);
  const end = bodyEnd(sentence);
  const head = sentence.slice(0, start);
  const tail = sentence.slice(end);
  const tokens: string[] = [];
  const text = normalizePunctuation(sentence.slice(start, end)).replace(carrier.tokens, (token) => {
    tokens.push(token);
    return `${placeholderPrefix}${tokens.length}`;
  });
  return { text, prefix: head, suffix: tail, maskedTokens: tokens };
}

/** Bullets and pictures before the first of these stay outside, and so does what comes after the last. */
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

/** Puts the tokens back; undefined if the engine lost one or said it twice. */
export function restorePlaceholders(translated: string, tokens: readonly string[]): string | undefined {
  const seen = new Set<number>();
  let isSound = true;
  const restored = translated.replace(placeholderPattern, (whole, digits: string) => {
    const number = Number(digits);
    const token = tokens[number - 1];
    if (token === undefined || seen.has(number)) isSound = false;
    seen.add(number);
    return token ?? whole;
  });
  return isSound && seen.size === tokens.length ? restored : undefined;
}

/** The pieces between placeholders and long numbers, which stand at the odd places. */
export function splitAtPlaceholders(text: string): string[] {
  return text.split(/(XQ\d+|\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?|\d{3,}(?:[.,]\d+)?)/i);
}

/** What a piece at an odd place stands for. */
export function resolvePlaceholder(piece: string, tokens: readonly string[]): string {
  return /^XQ\d+$/i.test(piece) ? (tokens[Number(piece.slice(2)) - 1] ?? piece) : piece;
}

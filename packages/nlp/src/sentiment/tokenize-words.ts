import negators from './negation-words.data.json' with { type: 'json' };

const negatorWords: ReadonlySet<string> = new Set(negators.words);
const clitics: ReadonlySet<string> = new Set(["n't", "'s", "'re", "'ve", "'ll", "'d", "'m"]);
const tokenLengthMax = 40;

/** Whether a token of `tokenizeWords` negates the words after it. */
export function isNegator(token: string): boolean {
  return negatorWords.has(token) || token.endsWith("n't");
}

type CharacterClass = 'word' | 'space' | 'ignored' | 'symbol';

const classCache = new Map<string, CharacterClass>();
const classCacheSizeMax = 20_000;

function classOf(character: string): CharacterClass {
  const cached = classCache.get(character);
  if (cached !== undefined) return cached;
  const characterClass = classify(character);
  if (classCache.size < classCacheSizeMax) classCache.set(character, characterClass);
  return characterClass;
}

function classify(character: string): CharacterClass {
  const code = character.codePointAt(0) ?? 0;
  // Variation selectors, joiners and skin tones do not change the meaning of an emoji.
  if (code === 0xfe0f || code === 0x200c || code === 0x200d || (code >= 0x1f3fb && code <= 0x1f3ff))
    return 'ignored';
  if (/[\p{L}\p{M}\p{N}_']/u.test(character)) return 'word';
  return /[\p{Z}\p{Cc}]/u.test(character) ? 'space' : 'symbol';
}

/**
 * Splits a text into words, runs of one symbol (`!!`) and emoji. Tokens are normalized: NFKC, lower case, digits as 0, a
 * character at most twice in a row.
 */
export function tokenizeWords(text: string): string[] {
  const folded = text.replaceAll('\u2019', "'").normalize('NFKC').toLowerCase();
  const tokens: string[] = [];
  let current: string[] = [];
  let previousClass: CharacterClass = 'space';
  const flush = () => {
    if (current.length > 0) addToken(tokens, current.join(''));
    current = [];
  };
  for (const source of folded) {
    const characterClass = classOf(source);
    if (characterClass === 'ignored') continue;
    const character = /\p{Nd}/u.test(source) ? '0' : source;
    const last = current.at(-1);
    const isSameRun =
      characterClass === previousClass &&
      (characterClass === 'word' || (last !== undefined && last === character));
    if (!isSameRun || current.length >= tokenLengthMax) flush();
    const isThirdRepeat = current.length >= 2 && current.at(-1) === character && current.at(-2) === character;
    if (characterClass !== 'space' && !isThirdRepeat) current.push(character);
    previousClass = characterClass;
  }
  flush();
  return tokens;
}

/** Adds a token. A clitic is joined to its word, since some texts are tokenized like a treebank ("do n't", "it 's"). */
function addToken(tokens: string[], token: string): void {
  const last = tokens.at(-1);
  if (last !== undefined && clitics.has(token) && classOf([...last].at(-1) ?? '') === 'word') {
    tokens[tokens.length - 1] = last + token;
  } else tokens.push(token);
}

import ranges from './script-ranges.data.json' with { type: 'json' };

/** Names of the scripts that detection knows; others are 0, `''`. `Kana` joins Hiragana and Katakana. */
export const scriptNames: readonly string[] = ['', ...Object.keys(ranges)];

/** The script of each UTF-16 code unit, as an index of `scriptNames`. High surrogates of Han count, other ones do not. */
const scriptOfUnit = new Uint8Array(0x1_0000);
for (const [index, blocks] of Object.values(ranges).entries()) {
  for (const [first = '', last = ''] of blocks)
    scriptOfUnit.fill(index + 1, Number.parseInt(first, 16), Number.parseInt(last, 16) + 1);
}

const han = scriptNames.indexOf('Han');
const kana = scriptNames.indexOf('Kana');

/** The script of a word, an index of `scriptNames`: that of its first letter. */
export function scriptOfWord(word: string): number {
  return scriptOfUnit[word.charCodeAt(0)] ?? 0;
}

/** Letters by script. */
export interface ScriptCount {
  /** An element of `scriptNames`. */
  readonly script: string;
  readonly letters: number;
}

/**
 * Frequent characters of Chinese that Japanese does not use, or hardly ever: pronouns, particles, verbs, and simplified
 * forms.
 */
const chineseCharacters = new Set('这這们們你妳她吗嗎呢吧很还還没沒说說个個为让那它些么麼啊哪跟给是咱您啥呀');
/** Kana may be quoted in Chinese: each of its characters outweighs this many kana. */
const kanaPerCharacter = 10;
/** Fewer kana among Han are quoted or a decoration, as "の" is in Chinese names. */
const kanaShareMin = 1 / 40;

/**
 * Counts the letters of words by script. Han with kana counts as kana, since Japanese mixes both, unless it has characters of
 * Chinese.
 *
 * @returns the scripts that occur, the most frequent first
 */
export function countScripts(words: readonly string[]): ScriptCount[] {
  const counts = new Array<number>(scriptNames.length).fill(0);
  let chinese = 0;
  for (const word of words) {
    for (let index = 0; index < word.length; index++) {
      const script = scriptOfUnit[word.charCodeAt(index)] ?? 0;
      counts[script] = (counts[script] ?? 0) + 1;
      if (script === han && chineseCharacters.has(word.charAt(index))) chinese++;
    }
  }
  const hanLetters = counts[han] ?? 0;
  const kanaLetters = counts[kana] ?? 0;
  if (kanaLetters > Math.max(chinese * kanaPerCharacter, hanLetters * kanaShareMin)) {
    counts[kana] = kanaLetters + hanLetters;
    counts[han] = 0;
  }
  return counts
    .map((letters, script) => ({ script: scriptNames[script] ?? '', letters }))
    .filter(({ script, letters }) => script !== '' && letters > 0)
    .sort((left, right) => right.letters - left.letters);
}

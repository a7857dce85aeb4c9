import negators from './negators.data.json' with { type: 'json' };

/**
 * Text to hashed features, bit for bit as `training/emotions/features.py` does it: presence of word 1- to 3-grams and
 * negated words, and of 2- to 5-grams of code points inside words; 32-bit FNV-1a (RFC 9923) over UTF-8. Each of the
 * two groups has length 1.
 */
export interface HashedFeatures {
  readonly words: ReadonlySet<number>;
  readonly characters: ReadonlySet<number>;
}

const negatorWords: ReadonlySet<string> = new Set(negators.words);
const clitics: ReadonlySet<string> = new Set(["n't", "'s", "'re", "'ve", "'ll", "'d", "'m"]);
const stops: ReadonlySet<string> = new Set('.,;:!?()');
const tokenMax = 40;
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

export function hashFeatures(tokens: readonly string[]): HashedFeatures {
  return { words: wordHashes(tokens), characters: characterHashes(tokens) };
}

type Kind = 'word' | 'space' | 'dropped' | 'sign';
const kinds = new Map<string, Kind>();

function kindOf(char: string): Kind {
  const known = kinds.get(char);
  if (known !== undefined) return known;
  const kind = decideKind(char);
  if (kinds.size < 20_000) kinds.set(char, kind);
  return kind;
}

function decideKind(char: string): Kind {
  const code = char.codePointAt(0) ?? 0;
  // Variation selector, joiners and skin tones: an emoji means the same with and without.
  if (code === 0xfe0f || code === 0x200c || code === 0x200d || (code >= 0x1f3fb && code <= 0x1f3ff))
    return 'dropped';
  if (/[\p{L}\p{M}\p{N}_']/u.test(char)) return 'word';
  return /[\p{Z}\p{Cc}]/u.test(char) ? 'space' : 'sign';
}

/** Words, runs of one sign (`!!`), emoji; folded (NFKC, lower case, digits to 0, a sign at most twice in a row). */
export function tokenize(text: string): string[] {
  const folded = text.replaceAll('\u2019', "'").normalize('NFKC').toLowerCase();
  const tokens: string[] = [];
  let current: string[] = [];
  let before: Kind = 'space';
  const flush = () => {
    if (current.length > 0) pushToken(tokens, current.join(''));
    current = [];
  };
  for (const raw of folded) {
    const kind = kindOf(raw);
    if (kind === 'dropped') continue;
    const char = /\p{Nd}/u.test(raw) ? '0' : raw;
    const last = current.at(-1);
    const sameRun = kind === before && (kind === 'word' || (last !== undefined && last === char));
    if (!sameRun || current.length >= tokenMax) flush();
    const thrice = current.length >= 2 && current.at(-1) === char && current.at(-2) === char;
    if (kind !== 'space' && !thrice) current.push(char);
    before = kind;
  }
  flush();
  return tokens;
}

/** Text that was split like a treebank ("do n't", "it 's") is joined again. */
function pushToken(tokens: string[], token: string): void {
  const last = tokens.at(-1);
  if (last !== undefined && clitics.has(token) && kindOf([...last].at(-1) ?? '') === 'word') {
    tokens[tokens.length - 1] = last + token;
  } else tokens.push(token);
}

const encoder = new TextEncoder();

function fnv(state: number, bytes: Uint8Array): number {
  let hash = state;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, prime);
  return hash >>> 0;
}

const space = encoder.encode(' ');
const wordSeed = fnv(offsetBasis, encoder.encode('w'));
const negatedSeed = fnv(offsetBasis, encoder.encode('n'));
const characterSeed = fnv(offsetBasis, encoder.encode('c'));

export function isNegator(token: string): boolean {
  return negatorWords.has(token) || token.endsWith("n't");
}

function wordHashes(tokens: readonly string[]): Set<number> {
  const encoded = tokens.map((token) => encoder.encode(token));
  const hashes = new Set<number>();
  let negated = 0;
  for (const [start, token] of tokens.entries()) {
    let state = wordSeed;
    for (const [length, unit] of encoded.slice(start, start + 3).entries()) {
      state = fnv(length === 0 ? state : fnv(state, space), unit);
      hashes.add(state);
    }
    if (isNegator(token)) negated = negators.scopeTokens;
    else if (stops.has(token[0] ?? '')) negated = 0;
    else if (negated > 0) {
      negated -= 1;
      hashes.add(fnv(negatedSeed, encoded[start] ?? space));
    }
  }
  return hashes;
}

function characterHashes(tokens: readonly string[]): Set<number> {
  const hashes = new Set<number>();
  for (const token of new Set(tokens)) {
    const [first = ''] = token;
    if (kindOf(first) !== 'word') continue;
    const units = [...` ${token} `].map((char) => encoder.encode(char));
    for (let start = 0; start < units.length; start += 1) {
      let state = characterSeed;
      const end = Math.min(units.length, start + 5);
      for (let at = start; at < end; at += 1) {
        state = fnv(state, units[at] ?? space);
        if (at > start) hashes.add(state);
      }
    }
  }
  return hashes;
}

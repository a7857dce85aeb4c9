import negators from './negation-words.data.json' with { type: 'json' };

const negatorWords: ReadonlySet<string> = new Set(negators.words);
const clitics: ReadonlySet<string> = new Set(["n't", "'s", "'re", "'ve", "'ll", "'d", "'m"]);
const tokenMax = 40;

/** Whether a token of `tokenizeWords` turns what follows into its contrary. */
export function isNegator(token: string): boolean {
  return negatorWords.has(token) || token.endsWith("n't");
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
export function tokenizeWords(text: string): string[] {
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

import type { ReadCharacter } from './decode-ctc.ts';

interface SignRule {
  readonly pattern: RegExp;
  /** Number of characters in front of the sign that the pattern matches. */
  readonly before: (match: RegExpExecArray) => number;
  /** How many characters become the sign. */
  readonly length: number;
  readonly sign: string;
  /** Lines in which the rule applies. */
  readonly line?: RegExp;
}

const firstGroup = (match: RegExpExecArray): number => match[1]?.length ?? 0;

/** Signs that the recognizers do not know, by what they read in their place. */
const rules: readonly SignRule[] = [
  // A Greek letter in front of a unit is the sign for a millionth.
  { pattern: /(^|[^\p{L}])μ(?=[\p{Script=Latin}Ω])/gu, before: firstGroup, length: 1, sign: 'µ' },
  // The sign for a number, in lines of Cyrillic text.
  {
    pattern: /(^|[^\p{L}])[NNΝ][еeоo°º](?=\s?\d)/gu,
    before: firstGroup,
    length: 2,
    sign: '№',
    line: /\p{Script=Cyrillic}{3}/u,
  },
  // A lone letter is a vertical line between words, but a liter after a number.
  { pattern: /([^\d\s]\s)l(?=\s\S)/gu, before: firstGroup, length: 1, sign: '|' },
];

/** Writes signs in place of the letters that the recognizers take for them. */
export function restoreSigns(characters: readonly ReadCharacter[]): ReadCharacter[] {
  const line = characters.map(({ text }) => text).join('');
  const signs = new Map<number, SignRule>();
  for (const rule of rules) {
    if (rule.line && !rule.line.test(line)) continue;
    for (const match of line.matchAll(rule.pattern)) signs.set(match.index + rule.before(match), rule);
  }
  if (signs.size === 0) return [...characters];
  const restored: ReadCharacter[] = [];
  let offset = 0;
  let skippedTo = 0;
  for (const character of characters) {
    const rule = signs.get(offset);
    const last = restored.at(-1);
    if (rule) {
      restored.push({ ...character, text: rule.sign });
      skippedTo = offset + rule.length;
    } else if (offset < skippedTo && last) {
      restored[restored.length - 1] = {
        ...last,
        lastStep: character.lastStep,
        spaceAfter: character.spaceAfter,
      };
    } else restored.push(character);
    offset += character.text.length;
  }
  return restored;
}

import equivalents from './emoji-equivalents.data.json' with { type: 'json' };

const equivalentOf: ReadonlyMap<string, string> = new Map(Object.entries(equivalents));
// Sequences come before the emoji that they begin with.
const rarePattern = new RegExp(
  [...equivalentOf.keys()].sort((left, right) => right.length - left.length).join('|'),
  'gu',
);

/**
 * Replaces emoji that the encoder's vocabulary does not have, most of them newer than Unicode 11, with older ones of the same
 * meaning. Lengths change, so use the result for classification only.
 */
export function replaceRareEmoji(text: string): string {
  return text.replace(rarePattern, (emoji) => equivalentOf.get(emoji) ?? emoji);
}

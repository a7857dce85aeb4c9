import type { Fact } from './facts/fact.ts';
import type { NameIndex } from './names/match-names.ts';

/** Letters of the name of a currency that its forms have in common. */
const stemLength = 4;

/**
 * Whether a number is an amount of money whose currency the text names with other amounts only: "an old one for 900, a new
 * one for 2,000 euros".
 *
 * @param sources facts of the text's sentences that may support it
 */
export function isAmountWithoutUnit(fact: Fact, sources: readonly Fact[], names: NameIndex): boolean {
  if (fact.kind !== 'number' || !/^[A-Z]{3}$/.test(fact.unit ?? '') || fact.precision !== 'exact')
    return false;
  const isSame = (source: Fact): boolean =>
    source.kind === 'number' &&
    source.unit === undefined &&
    source.isBare === true &&
    source.value === fact.value;
  const written = fact.text.replace(/[\d.,\s]+/g, '');
  return written !== '' && sources.some(isSame) && names.hasText(written.slice(0, stemLength));
}

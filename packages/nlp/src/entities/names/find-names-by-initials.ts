import { sentenceRules } from '@quern/text/sentences/rules/sentence-rules';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { cachedRegex, wordEnd, wordStart } from '../rules/regex-builder.ts';

const surname = "(?:\\p{Lu}['’]|Mc|Mac)?\\p{Lu}[\\p{Ll}\\p{M}]{2,30}(?:[-'’]\\p{Lu}[\\p{Ll}\\p{M}]{1,30})?";
const source = `${wordStart}((?:\\p{Lu}\\.[ \\u00a0]?){2,4})(${surname})${wordEnd}`;
const twoInitials = /\p{Lu}\.[ \u00a0]?\p{Lu}\./u;
/** Abbreviations of countries, states and institutions, which precede all kinds of words. */
const notInitials: ReadonlySet<string> = new Set(
  'US USA UK UN EU DC NY LA AD BC CE PM AM PS NB RC DR ZB'.split(' '),
);

/**
 * Finds PERSON entities: two or more initials and a surname ("J. R. R. Tolkien"). Linear time.
 *
 * @param language BCP 47 tag, whose abbreviations of companies and countries are no initials: "Stal S.A. Cena"
 */
export function* findNamesByInitials(text: string, language: string): Generator<EntityCandidate> {
  if (!twoInitials.test(text)) return;
  const { abbreviations } = sentenceRules(language);
  for (const match of text.matchAll(cachedRegex(source, 'gu'))) {
    const initials = (match[1] ?? '').replace(/[^\p{Lu}]/gu, '');
    if (notInitials.has(initials)) continue;
    const abbreviationClass = abbreviations.get([...initials.toLowerCase()].join('.'));
    if (abbreviationClass === 'oftenFinal' || abbreviationClass === 'usuallyFinal') continue;
    yield {
      startIndex: match.index,
      endIndex: match.index + match[0].length,
      type: 'PERSON',
      confidence: 0.7,
    };
  }
}

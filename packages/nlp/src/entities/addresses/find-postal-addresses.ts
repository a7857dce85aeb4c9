import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { cachedRegex, wordEnd } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { postalAddressPatterns } from './postal-address-patterns.ts';

/** Finds ADDRESS entities in the formats of the text's language and English: street, PO box, postal code with town. The value is one line. */
export function findPostalAddresses(text: string, context: RuleContext): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  for (const source of context.lexiconLanguages.flatMap((language) => postalAddressPatterns[language])) {
    for (const match of text.matchAll(cachedRegex(`${source}(?:(?<=\\))|${wordEnd})`, 'gu'))) {
      const written = match[0].replace(/[\s,.]+$/, '');
      if (written.length < 6) continue;
      const value = written
        .replace(/\s*\n\s*/g, ', ')
        .replace(/[ \u00a0]+/g, ' ')
        .replace(/,,/g, ',');
      // A code and a town without a street may also be a number and a capitalized noun.
      const hasStreet = !/^(?:[A-Z]{1,2}-)?\d{4,5}/.test(written);
      const complete = /\d{4,5}|[A-Z]\d[A-Z]|\d [A-Z]{2}/.test(written.replace(/^\d+/, ''));
      const confidence = complete && hasStreet ? 0.92 : hasStreet ? 0.8 : 0.7;
      found.push({
        startIndex: match.index,
        endIndex: match.index + written.length,
        type: 'ADDRESS',
        confidence,
        value,
      });
    }
  }
  return found;
}

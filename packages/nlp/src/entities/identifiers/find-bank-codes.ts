import { candidateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';

const cue = /\b(?:BIC|SWIFT)\b/i;
const cueBefore = /(?:BIC|SWIFT)[\p{L}\s/:.()-]{0,20}$/iu;
const code = /(?<![\p{L}\p{N}_])[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![\p{L}\p{N}_])/gu;

/** Finds the codes of banks (BIC, ISO 9362) after the words BIC or SWIFT, as BANK_ACCOUNT entities. */
export function findBankCodes(text: string): EntityCandidate[] {
  if (!cue.test(text)) return [];
  const found: EntityCandidate[] = [];
  for (const match of text.matchAll(code)) {
    const before = text.slice(Math.max(0, match.index - 30), match.index);
    if (!cueBefore.test(before) || !isRegion(match[1] ?? '')) continue;
    found.push(candidateFromMatch(match, 'BANK_ACCOUNT', 0.95, match[0]));
  }
  return found;
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function isRegion(code: string): boolean {
  return regionNames.of(code) !== undefined;
}

import type { Candidate, RuleContext } from './candidate.ts';
import { findCapitalisedNames } from './find-capitalised-names.ts';
import { findEnglishNames } from './find-english-names.ts';
import { findKnownNames } from './find-known-names.ts';
import { findMarkedNames, withoutTitle } from './find-marked-names.ts';

/** Names by lists, marks (Dr, GmbH, Airport) and capitals: what stands in for a trained tagger. */
export async function findRuleNames(text: string, context: RuleContext): Promise<Candidate[]> {
  const found = [...findKnownNames(text, context), ...findMarkedNames(text, context)];
  for (const candidate of findCapitalisedNames(text, context)) found.push(candidate);
  if (context.tables[0] === 'en') for (const candidate of await findEnglishNames(text)) found.push(candidate);
  return found.map((candidate) => withoutTitle(text, candidate));
}

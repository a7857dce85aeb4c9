import type { EntityCandidate, RuleContext } from './candidate.ts';
import { findCapitalizedNames } from './find-capitalised-names.ts';
import { findNamesWithCompromise } from './find-english-names.ts';
import { matchGazetteer } from './find-known-names.ts';
import { findNamesByCue, stripTitle } from './find-marked-names.ts';

/** Names by lists, marks (Dr, GmbH, Airport) and capitals: what stands in for a trained tagger. */
export async function findRuleBasedNames(text: string, context: RuleContext): Promise<EntityCandidate[]> {
  const found = [...matchGazetteer(text, context), ...findNamesByCue(text, context)];
  for (const candidate of findCapitalizedNames(text, context)) found.push(candidate);
  if (context.lexiconLanguages[0] === 'en')
    for (const candidate of await findNamesWithCompromise(text)) found.push(candidate);
  return found.map((candidate) => stripTitle(text, candidate));
}

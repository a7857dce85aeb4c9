import type { EntityCandidate, RuleContext } from '../entity-candidate.ts';
import { findCapitalizedNames } from './find-capitalized-names.ts';
import { findNamesByCue, stripTitle } from './find-names-by-cue.ts';
import { findNamesWithCompromise } from './find-names-with-compromise.ts';
import { matchGazetteer } from './match-gazetteer.ts';

/** Names by lists, marks (Dr, GmbH, Airport) and capitals: what stands in for a trained tagger. */
export async function findRuleBasedNames(text: string, context: RuleContext): Promise<EntityCandidate[]> {
  const found = [...matchGazetteer(text, context), ...findNamesByCue(text, context)];
  for (const candidate of findCapitalizedNames(text, context)) found.push(candidate);
  if (context.lexiconLanguages[0] === 'en')
    for (const candidate of await findNamesWithCompromise(text)) found.push(candidate);
  return found.map((candidate) => stripTitle(text, candidate));
}

import { matchGazetteer } from '@quern/nlp/entities/names/match-gazetteer';
import type { EntityCandidate } from '@quern/nlp/entities/rules/entity-candidate';
import type { RuleContext } from '@quern/nlp/entities/rules/rule-context';
import { findCapitalizedNames } from './find-capitalized-names.ts';
import { findNamesByCue, stripTitle } from './find-names-by-cue.ts';
import { findNamesWithCompromise } from './find-names-with-compromise.ts';

/**
 * Baseline for the trained tagger: names by lists, cue words (Dr, GmbH, Airport) and capitals, and in English by the
 * lexicon and grammar of compromise.
 */
export async function findRuleBasedNames(text: string, context: RuleContext): Promise<EntityCandidate[]> {
  const found = [...matchGazetteer(text, context), ...findNamesByCue(text, context)];
  for (const candidate of findCapitalizedNames(text, context)) found.push(candidate);
  if (context.lexiconLanguages[0] === 'en')
    for (const candidate of await findNamesWithCompromise(text)) found.push(candidate);
  return found.map((candidate) => stripTitle(text, candidate));
}

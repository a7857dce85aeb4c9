import { Glossary, type GlossaryTerm } from '../glossary/glossary.ts';
import type { TranslationPlan } from './plan-translation.ts';
import { escapeFor } from './render-sentence.ts';

/**
 * Replaces the terms of a glossary in all sentences of a plan.
 *
 * @returns the plan, and the terms that markup divides somewhere, so that they were not replaced there
 */
export function applyGlossary(
  plan: TranslationPlan,
  terms: readonly GlossaryTerm[],
): { readonly plan: TranslationPlan; readonly missedTerms: string[] } {
  const glossary = new Glossary(terms);
  const missedTerms = new Set<string>();
  const sentences = plan.sentences.map((sentence) => {
    const block = plan.blocks[sentence.block];
    const { marked, missed } = glossary.apply(sentence.marked, (target) =>
      block === undefined ? target : escapeFor(target, block),
    );
    for (const { source } of missed) missedTerms.add(source);
    return { ...sentence, marked, hasTerms: marked !== sentence.marked };
  });
  return { plan: { ...plan, sentences }, missedTerms: [...missedTerms] };
}

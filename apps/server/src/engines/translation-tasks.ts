import type { TaskContext } from '@quern/runtime/pool/task';
import type { TextFormat } from '@quern/translation/blocks/inline-token';
import type { GlossaryTerm } from '@quern/translation/glossary/glossary';
import type { AssembledTranslation, AssemblyInput } from '@quern/translation/plan/assemble-translation';
import type { TranslationPlan } from '@quern/translation/plan/plan-translation';

/** A text to prepare for translation. */
export interface PrepareTranslationInput {
  readonly text: string;
  readonly format: TextFormat;
  /** BCP 47 tag; undefined to detect it. */
  readonly sourceLanguage?: string | undefined;
  readonly glossary?: readonly GlossaryTerm[] | undefined;
}

/** A text with everything that its translation needs to know about it. */
export interface PreparedTranslation {
  readonly tokenCount: number;
  /** BCP 47 tag; `und` if it is not detected. */
  readonly language: string;
  readonly plan: TranslationPlan;
  /** Terms of the glossary that markup divides somewhere. */
  readonly missedTerms: readonly string[];
}

/** Counts tokens, detects the language of the prose, and splits the text into sentences. */
export async function prepareTranslation(
  { text, format, sourceLanguage, glossary = [] }: PrepareTranslationInput,
  { yieldIfDue }: TaskContext,
): Promise<PreparedTranslation> {
  const [{ countTokensAsync }, { detectLanguage }, planner] = await Promise.all([
    import('@quern/text/tokens/count-tokens'),
    import('@quern/text/language/detect-language'),
    import('@quern/translation/plan/plan-translation'),
  ]);
  const tokenCount = await countTokensAsync(text, yieldIfDue);
  const blocks = planner.readBlocks(text, format);
  await yieldIfDue();
  const language = sourceLanguage ?? (await detectLanguage(planner.proseOf(blocks))).language;
  await yieldIfDue();
  const plan = planner.planTranslation(text, blocks, language === 'und' ? 'en' : language);
  if (glossary.length === 0) return { tokenCount, language, plan, missedTerms: [] };
  const { applyGlossary } = await import('@quern/translation/plan/apply-glossary');
  return { tokenCount, language, ...applyGlossary(plan, glossary) };
}

/** Puts translated sentences into their text. */
export async function assembleTranslation(input: AssemblyInput): Promise<AssembledTranslation> {
  const assembly = await import('@quern/translation/plan/assemble-translation');
  return assembly.assembleTranslation(input);
}

import { splitWords, wordGroups } from '@quern/web/extract/segments/text-features';
import type { ForeignTexts } from './interruptions.ts';
import type { LabeledPage } from './labeled-page.ts';

const headlineWordsMin = 4;
const headlineWordsMax = 18;
const promptWordsMin = 3;
const promptWordsMax = 45;
/** So that no page prevails. */
const promptsPerPageMax = 5;
const promptGroups = ['subscribe', 'login', 'ad', 'comment'].map((name) => wordGroups.indexOf(name));

/** Finds the title of a page, and texts around its content that ask for something. */
export function findForeignTexts({ page, labels }: LabeledPage): ForeignTexts {
  const { title } = page.metadata;
  const count = splitWords(title).length;
  const prompts: string[] = [];
  for (const [block, { wordGroupCounts, words }] of page.features.textFeatures.entries()) {
    if (labels[block] !== 0 || words < promptWordsMin || words > promptWordsMax) continue;
    const text = page.blocks.blocks[block]?.text.replace(/\s+/g, ' ').trim() ?? '';
    const asks = promptGroups.some((group) => (wordGroupCounts[group] ?? 0) > 0);
    if (asks && !prompts.includes(text)) prompts.push(text);
    if (prompts.length === promptsPerPageMax) break;
  }
  return { headlines: count >= headlineWordsMin && count <= headlineWordsMax ? [title] : [], prompts };
}

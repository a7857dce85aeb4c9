import { evidenceCauses, ruleCauses } from '@quern/web/extract/block-causes';
import { pageTypes } from '@quern/web/extract/blocks/page-type';
import type { ExtractionDebug } from '@quern/web/extract/explain-blocks';
import { z } from 'zod';

const probability = z.number().min(0).max(1);

const reason = z.object({
  cause: z
    .enum([...ruleCauses, ...evidenceCauses])
    .describe(
      'A rule, which decides alone (`hidden_dialog` to `repeated_text`), or a kind of evidence that the classifier weighs',
    ),
  detail: z
    .string()
    .optional()
    .describe(
      'For `area` the kind of element, such as `nav`; for `class_name`, `wording` and `headings` the group of words, such as `cookie`; for `main_text` `inside` or `outside`',
    ),
  share: probability.optional().describe('For `links`: share of the characters in links'),
  count: z
    .int()
    .min(0)
    .optional()
    .describe('For `text`: number of words; for `repetition`: number of similar elements'),
  effect: z
    .number()
    .optional()
    .describe('Change of the log-odds that the block is content: positive to keep it, negative to remove it'),
});

/** Why each block of a page was kept or removed. */
export const explanationField = z
  .object({
    pageType: z.enum([...pageTypes, 'other']).describe('Type of the page that its content was selected for'),
    threshold: probability.describe('Blocks with at least this probability are kept, unless a rule decides'),
    blockCount: z.int().min(0).describe('Number of blocks of the page'),
    truncated: z.boolean().describe('Whether the page has more blocks than `blocks`, which has at most 2000'),
    blocks: z
      .array(
        z.object({
          text: z.string().describe('Start of the text, at most 120 characters'),
          path: z.string().describe('Tags and class names of the element and its nearest ancestors'),
          kept: z.boolean().describe('Whether the block is content'),
          probability: probability.describe('Probability that the block is content; 0 for excluded ones'),
          reasons: z.array(reason).describe('The rule that decided, or the strongest evidence first'),
        }),
      )
      .describe('Blocks of text in the order of the page'),
  })
  .describe('Why each block of text was kept or removed, if requested');

/** Explains the result of a page by the decisions of the extraction. */
export function describeDecisions({
  pageType,
  threshold,
  blockCount,
  blocks,
}: ExtractionDebug): z.output<typeof explanationField> {
  return {
    pageType,
    threshold,
    blockCount,
    truncated: blockCount > blocks.length,
    blocks: blocks.map(({ text, path, kept, probability: likely, causes }) => ({
      text,
      path,
      kept,
      probability: likely,
      reasons: causes.map((cause) => ({ ...cause })),
    })),
  };
}

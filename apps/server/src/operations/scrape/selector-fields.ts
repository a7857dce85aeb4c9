import { checkSelectorSyntax, parseSelector, SelectorError } from '@quern/web/page/select/parse-selector';
import { z } from 'zod';

const selectorsMax = 50;

/** Selects elements of a page that the service matches itself. */
const contentSelector = z.string().superRefine((text, context) => {
  reportSelectorError(context, text, parseSelector);
});

/** Selectors of elements to include or to exclude. */
export const selectorsField = z
  .array(contentSelector)
  .max(selectorsMax, { error: `must have at most ${selectorsMax} selectors` });

/** Selects an element in the browser. */
export const browserSelectorField = z.string().superRefine((text, context) => {
  reportSelectorError(context, text, checkSelectorSyntax);
});

function reportSelectorError(context: z.RefinementCtx, text: string, check: (text: string) => unknown): void {
  try {
    check(text);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    context.addIssue({ code: 'custom', message: error.message, input: text });
  }
}

import type { ElementFilter } from '@quern/web/page/select/filter-document';
import {
  checkSelectorSyntax,
  countSimpleSelectors,
  parseSelector,
  SelectorError,
} from '@quern/web/page/select/parse-selector';
import { z } from 'zod';

const selectorsMax = 50;
/**
 * Maximum number of simple selectors in one request. Matching takes time proportional to them and to the elements of
 * the page: at the maximum of both, 5 s on one core.
 */
const simpleSelectorsMax = 500;

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

/** Reports selectors that are too complex together. */
export function checkSelectorCount(
  { includeTags = [], excludeTags = [] }: ElementFilter,
  context: z.RefinementCtx,
): void {
  const count = [...includeTags, ...excludeTags].reduce((sum, text) => sum + countOrZero(text), 0);
  if (count <= simpleSelectorsMax) return;
  const message = `have ${count} simple selectors in total; the maximum is ${simpleSelectorsMax}`;
  const path = [includeTags.length > 0 ? 'includeTags' : 'excludeTags'];
  context.addIssue({ code: 'custom', message, path });
}

/** @returns 0 for an invalid selector, which its field reports */
function countOrZero(text: string): number {
  try {
    return countSimpleSelectors(text);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return 0;
  }
}

function reportSelectorError(context: z.RefinementCtx, text: string, check: (text: string) => unknown): void {
  try {
    check(text);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    context.addIssue({ code: 'custom', message: error.message, input: text });
  }
}

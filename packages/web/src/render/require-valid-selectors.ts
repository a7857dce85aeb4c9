import type { Page } from 'playwright-core';
import { RenderError } from './browser/render-error.ts';
import { isValidSelectorScript } from './page-scripts.ts';
import type { PageWorld } from './page-world.ts';
import type { RenderRequest } from './rendered-page.ts';
import { locateElement } from './run-actions.ts';

/** Time for checking one selector. On a blank page, it takes milliseconds. */
const checkMs = 5000;

/**
 * Checks the selectors of a request in the way that each is evaluated later. Call it while the page is blank, so that
 * an error is not due to the page, and an invalid request does not open it.
 *
 * @throws RenderError `invalid_selector` with the name of the field
 */
export async function requireValidSelectors(
  page: Page,
  world: PageWorld,
  { waitFor, actions = [] }: RenderRequest,
): Promise<void> {
  if (typeof waitFor === 'string') {
    const isValid = await world.evaluate(isValidSelectorScript(waitFor), checkMs);
    if (isValid === false) throw invalidSelectorError('waitFor');
  }
  for (const [index, action] of actions.entries()) {
    if (!('selector' in action) || action.selector === undefined) continue;
    try {
      await locateElement(page, action.selector).count();
    } catch (cause) {
      throw invalidSelectorError(`actions.${index}.selector`, cause);
    }
  }
}

function invalidSelectorError(field: string, cause?: unknown): RenderError {
  const message = `${field}: the browser does not support this CSS selector`;
  return new RenderError('invalid_selector', message, { cause });
}

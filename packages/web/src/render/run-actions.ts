import { waitAtMost } from '@quern/runtime/deadline';
import type { Locator, Page } from 'playwright-core';
import { RenderError } from './browser/render-error.ts';
import type { PageSettler } from './page-settler.ts';
import type { RenderAction } from './rendered-page.ts';

/** Time for the element of an action to appear. The page is stable before; `wait` waits for elements that come later. */
const elementWaitMs = 3000;
/** Time for an element to be visible, at rest and not covered, before it is clicked. */
const clickableWaitMs = 5000;
/** Time that is left for reporting, at the time limit, that an element was waited for in vain. */
const reportMs = 200;
/** Pixels that one `scroll` action moves an element; the page moves by its height. */
const scrollStepPx = 600;

/**
 * Runs actions one after the other, each followed by a wait until the page is stable.
 *
 * @returns the screenshots of the actions, PNG in Base64
 * @throws RenderError `action_failed` with the number of the action, `hung` at the time limit
 */
export async function runActions(
  page: Page,
  actions: readonly RenderAction[],
  settler: PageSettler,
): Promise<string[]> {
  const screenshots: string[] = [];
  for (const [index, action] of actions.entries()) {
    try {
      // A page that hangs does not end input, for which the browser has no time limit.
      const outcome = await waitAtMost(
        runAction(page, action, settler).then((screenshot) => ({ screenshot })),
        settler.leftMs,
      );
      if (outcome === undefined) throw timeLimitError(index, action);
      if (outcome.screenshot !== undefined) screenshots.push(outcome.screenshot);
    } catch (cause) {
      if (cause instanceof RenderError) throw cause;
      throw actionError(index, action, describeProblem(action, cause), cause);
    }
    if (settler.leftMs <= 0) throw timeLimitError(index, action);
    if (action.type !== 'screenshot' && action.type !== 'wait') await settler.waitForEffects();
  }
  return screenshots;
}

async function runAction(
  page: Page,
  action: RenderAction,
  settler: PageSettler,
): Promise<string | undefined> {
  const timeout = settler.leftMs;
  switch (action.type) {
    case 'wait':
      if (action.selector === undefined) await settler.wait(action.milliseconds ?? 0);
      else await findElement(page, action.selector, timeout - reportMs);
      return undefined;
    case 'click': {
      const element = await findElement(page, action.selector, Math.min(elementWaitMs, timeout));
      await element.click({ timeout: Math.min(clickableWaitMs, settler.leftMs) });
      return undefined;
    }
    case 'type':
      if (action.selector === undefined) await page.keyboard.type(action.text);
      else {
        const element = await findElement(page, action.selector, Math.min(elementWaitMs, timeout));
        await element.pressSequentially(action.text, { timeout: settler.leftMs });
      }
      return undefined;
    case 'press':
      await page.keyboard.press(action.key);
      return undefined;
    case 'scroll':
      await scroll(page, action, timeout);
      return undefined;
    case 'screenshot':
      return captureScreenshot(page, action.fullPage, timeout);
  }
}

/** Longer pages are cut off: Chromium limits the size of an image, and memory is proportional to it. */
const screenshotHeightMax = 10_000;

/** Captures the visible part of a page, or all of it down to 10,000 pixels in the width of the window, as PNG in Base64. */
export async function captureScreenshot(page: Page, fullPage: boolean, timeout: number): Promise<string> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  const image = await page.screenshot({
    type: 'png',
    fullPage,
    timeout,
    animations: 'disabled',
    ...(fullPage && { clip: { x: 0, y: 0, width, height: await measureHeight(page, height) } }),
  });
  return image.toString('base64');
}

/** Measures a page by its layout, which its scripts cannot fake. */
async function measureHeight(page: Page, heightMin: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    const { cssContentSize } = await session.send('Page.getLayoutMetrics');
    return Math.min(Math.max(Math.ceil(cssContentSize.height), heightMin), screenshotHeightMax);
  } finally {
    await session.detach().catch(() => undefined);
  }
}

/** The part of an element that is used in the browser; this project has no types of the DOM. */
interface ScrollTarget {
  scrollBy(x: number, y: number): void;
}

async function scroll(
  page: Page,
  { direction, selector }: RenderAction & { type: 'scroll' },
  timeout: number,
): Promise<void> {
  const sign = direction === 'down' ? 1 : -1;
  if (selector === undefined) {
    await page.evaluate(`window.scrollBy(0, ${sign} * window.innerHeight)`);
    return;
  }
  const element = await findElement(page, selector, Math.min(elementWaitMs, timeout));
  await element.evaluate(
    (target: ScrollTarget, distance: number) => target.scrollBy(0, distance),
    sign * scrollStepPx,
    { timeout },
  );
}

/** Locates the first element of a selector. The prefix excludes the other selector engines of Playwright. */
export const locateElement = (page: Page, selector: string) => page.locator(`css=${selector}`).first();

/** Waits for an element. @throws NoElementError after `timeout` ms */
async function findElement(page: Page, selector: string, timeout: number): Promise<Locator> {
  const element = locateElement(page, selector);
  try {
    await element.waitFor({ state: 'attached', timeout: Math.max(1, timeout) });
  } catch (cause) {
    throw isTimeout(cause) ? new NoElementError() : cause;
  }
  return element;
}

class NoElementError extends Error {
  override readonly name = 'NoElementError';
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/** Reasons in the log of Playwright's actionability checks, by precedence: an element may fail several of them. */
const obstacles: readonly (readonly [RegExp, string])[] = [
  [/intercepts pointer events/, 'failed: the element is covered by another one'],
  [/element is not visible/, 'failed: the element is not visible'],
  [/element is not enabled/, 'failed: the element is disabled'],
  [/element is not stable/, 'failed: the element is moving'],
  [/element is outside of the viewport/, 'failed: the element is outside of the visible part of the page'],
];

function describeProblem({ type }: RenderAction, error: unknown): string {
  if (error instanceof NoElementError) {
    const isWait = type === 'wait';
    return `failed: no element matches${isWait ? ' within the time limit' : '; if it appears later, wait for it in an action before'}`;
  }
  const log = error instanceof Error ? error.message : '';
  return obstacles.find(([pattern]) => pattern.test(log))?.[1] ?? 'did not succeed';
}

function actionError(index: number, action: RenderAction, problem: string, cause?: unknown): RenderError {
  return new RenderError('action_failed', `${nameAction(index, action)} ${problem}`, { cause });
}

function timeLimitError(index: number, action: RenderAction): RenderError {
  return new RenderError('hung', `${nameAction(index, action)} did not end within the time limit`);
}

function nameAction(index: number, action: RenderAction): string {
  const target = 'selector' in action && action.selector !== undefined ? ` ${action.selector}` : '';
  return `actions.${index} (${action.type}${target.slice(0, 100)})`;
}

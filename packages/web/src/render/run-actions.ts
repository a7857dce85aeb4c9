import { waitAtMost } from '@quern/runtime/deadline';
import type { Page } from 'playwright-core';
import { RenderError } from './browser/render-error.ts';
import type { PageSettler } from './page-settler.ts';
import type { RenderAction } from './rendered-page.ts';

/** Pixels that one `scroll` action moves an element; the page moves by its height. */
const scrollStepPx = 600;

/**
 * Runs actions one after the other, each followed by a wait until the page is stable.
 *
 * @returns the screenshots of the actions, PNG in Base64
 * @throws RenderError `action_failed` with the number of the action
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
      if (outcome === undefined) throw actionError(index, action, 'did not end within the time limit');
      if (outcome.screenshot !== undefined) screenshots.push(outcome.screenshot);
    } catch (cause) {
      if (cause instanceof RenderError) throw cause;
      throw actionError(index, action, 'did not succeed', cause);
    }
    if (settler.leftMs <= 0) throw actionError(index, action, 'did not end within the time limit');
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
      else await locateElement(page, action.selector).waitFor({ state: 'attached', timeout });
      return undefined;
    case 'click':
      await locateElement(page, action.selector).click({ timeout });
      return undefined;
    case 'type':
      if (action.selector === undefined) await page.keyboard.type(action.text);
      else await locateElement(page, action.selector).pressSequentially(action.text, { timeout });
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
  await locateElement(page, selector).evaluate(
    (element: ScrollTarget, distance: number) => element.scrollBy(0, distance),
    sign * scrollStepPx,
    { timeout },
  );
}

/** Locates the first element of a selector. The prefix excludes the other selector engines of Playwright. */
export const locateElement = (page: Page, selector: string) => page.locator(`css=${selector}`).first();

function actionError(index: number, action: RenderAction, problem: string, cause?: unknown): RenderError {
  const target = 'selector' in action && action.selector !== undefined ? ` ${action.selector}` : '';
  return new RenderError(
    'action_failed',
    `actions.${index} (${action.type}${target.slice(0, 100)}) ${problem}`,
    { cause },
  );
}

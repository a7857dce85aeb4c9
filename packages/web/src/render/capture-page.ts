import { isRecord } from '@quern/runtime/is-record';
import type { CDPSession, Page } from 'playwright-core';
import { redactUrl } from '../fetch/redact-url.ts';
import { RenderError } from './browser/render-error.ts';
import { inlineSiteFrames } from './inline-frames.ts';
import { PageNetwork, withoutFragment } from './page-network.ts';
import { scrollDownScript, scrollToTopScript, serializeDocumentScript } from './page-scripts.ts';
import { PageSettler } from './page-settler.ts';
import { PageWorld } from './page-world.ts';
import type { RenderedPage, RenderLimits, RenderRequest } from './rendered-page.ts';
import { requireValidSelectors } from './require-valid-selectors.ts';
import { captureScreenshot, runActions } from './run-actions.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Time for reading the document when the time limit has passed. */
const finalReadMs = 3000;
/** Screens that a page is scrolled through, so that what loads on scrolling is loaded, within a bound. */
const scrollStepsMax = 8;
const framesTimeoutMs = 2000;
/** A request may extend the time limit up to this multiple. */
const timeoutFactorMax = 3;
/** Up to this length of text a page that still shows a placeholder has no content. */
const placeholderTextMax = 100;
const screenshotMs = 5000;
/** Share of the time for the page to become stable before the request's own waits and actions. */
const firstWaitShare = 1 / 3;

/** A page as read from the browser, without the figures of its network. */
export type CapturedPage = Omit<RenderedPage, 'bytesTransferred' | 'blockedRequests'>;

/**
 * Opens a URL in a page, waits until the page is stable or the time limit has passed, runs the actions, and reads its
 * document.
 *
 * @throws RenderError `hung`, `too_large`, `action_failed` or `invalid_selector`, and errors of the browser
 */
export async function capturePage(
  page: Page,
  request: RenderRequest,
  limits: RenderLimits,
): Promise<CapturedPage> {
  const timeoutMs = Math.min(request.timeoutMs ?? limits.timeoutMs, limits.timeoutMs * timeoutFactorMax);
  const deadlineMs = performance.now() + timeoutMs;
  const session = await page.context().newCDPSession(page);
  const network = new PageNetwork(page, request);
  await network.open(session);
  const world = new PageWorld(session);
  await requireValidSelectors(page, world, request);
  const settler = await createSettler(session, world, network, request, { deadlineMs, timeoutMs });
  const response = await page.goto(request.url, { waitUntil: 'commit', timeout: timeoutMs });
  const isStable = await settler.waitUntilStable(hasSteps(request) ? firstWaitShare : 1);
  if (isStable) await completePage(page, world, settler, request);
  const actionScreenshots = await interact(page, request, settler);
  const screenshot = request.screenshot
    ? await captureScreenshot(page, false, Math.max(settler.leftMs, screenshotMs))
    : undefined;
  // There is no point in waiting for a page that has never responded.
  const html = await readDocument(world, request.url, {
    htmlLengthMax: limits.htmlLengthMax,
    readMs: settler.hasResponded ? finalReadMs : 0,
    timeoutMs,
  });
  const { textLength, hasPlaceholder } = settler.snapshot;
  return {
    url: withoutFragment(page.url()),
    html,
    status: network.documentStatus ?? response?.status() ?? 0,
    reachedIdle: isStable,
    showsPlaceholder: hasPlaceholder && textLength <= placeholderTextMax,
    screenshot,
    actionScreenshots,
  };
}

/** Whether a request waits or acts after the page is stable, for which it needs a part of the time. */
function hasSteps({ waitFor, actions = [] }: RenderRequest): boolean {
  return (waitFor !== undefined && waitFor !== 0) || actions.length > 0;
}

async function createSettler(
  session: CDPSession,
  world: PageWorld,
  network: PageNetwork,
  { actions = [], screenshot }: RenderRequest,
  { deadlineMs, timeoutMs }: { readonly deadlineMs: number; readonly timeoutMs: number },
): Promise<PageSettler> {
  // Input and screenshots wait for frames, which a stopped clock does not produce.
  const isInteractive = actions.length > 0 || screenshot === true;
  return new PageSettler({
    world,
    clock: isInteractive ? undefined : await VirtualClock.open(session, network),
    network,
    deadlineMs,
    pageTimeMaxMs: timeoutMs,
  });
}

/** Dismisses consent banners, loads what appears on scrolling, and reads frames. */
async function completePage(
  page: Page,
  world: PageWorld,
  settler: PageSettler,
  request: RenderRequest,
): Promise<void> {
  await settler.dismissConsent(selectorsOf(request));
  await settler.paintUntilUnchanged();
  let hasScrolled = false;
  for (let step = 0; step < scrollStepsMax && settler.leftMs > 0; step++) {
    const moved = await world.evaluate(scrollDownScript, settler.leftMs);
    if (!isRecord(moved) || moved['hasMoved'] !== true) break;
    hasScrolled = true;
    await settler.waitForEffects();
  }
  if (hasScrolled) {
    await world.evaluate(scrollToTopScript, settler.leftMs);
    await settler.paint();
  }
  await inlineSiteFrames(page, Math.min(framesTimeoutMs, settler.leftMs));
}

/** The selectors of elements that a request waits for or acts on. */
function selectorsOf({ waitFor, actions = [] }: RenderRequest): string[] {
  const selectors = [
    waitFor,
    ...actions.map((action) => ('selector' in action ? action.selector : undefined)),
  ];
  return selectors.filter((selector) => typeof selector === 'string');
}

/** Waits as the request asks, and runs its actions. @returns the screenshots of the actions */
async function interact(page: Page, request: RenderRequest, settler: PageSettler): Promise<string[]> {
  const { waitFor, actions = [] } = request;
  if (typeof waitFor === 'number') await settler.wait(waitFor);
  if (typeof waitFor === 'string') {
    if (!(await settler.waitForElement(waitFor))) {
      const target = `${redactUrl(request.url)} has no element that matches waitFor (${waitFor.slice(0, 100)})`;
      throw new RenderError('action_failed', `${target} within the time limit`);
    }
  }
  return runActions(page, actions, settler);
}

/** @throws RenderError `hung` or `too_large` */
async function readDocument(
  world: PageWorld,
  url: string,
  limits: { readonly htmlLengthMax: number; readonly readMs: number; readonly timeoutMs: number },
): Promise<string> {
  const html = await world.evaluate(serializeDocumentScript(limits.htmlLengthMax), limits.readMs);
  const shownUrl = redactUrl(url);
  if (html === undefined) {
    const message = `The scripts of ${shownUrl} did not finish within ${limits.timeoutMs} ms`;
    throw new RenderError('hung', message);
  }
  if (typeof html !== 'string') {
    throw new RenderError('too_large', `${shownUrl} is larger than ${limits.htmlLengthMax} characters`);
  }
  return html;
}

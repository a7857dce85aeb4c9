import { waitAtMost } from '@quern/runtime/deadline';
import type { Frame, Page } from 'playwright-core';
import { getDomain } from 'tldts';
import { inlinedFrameAttribute } from './page-scripts.ts';

/** Frames beyond this number are left out. */
const framesMax = 10;
const frameLengthMax = 2_000_000;

/**
 * Stores the documents of frames of the same site but another origin in an attribute of their elements, where the
 * serialization of the page finds them. Frames of the same origin need none.
 *
 * @param timeoutMs time limit for all frames together
 */
export async function inlineSiteFrames(page: Page, timeoutMs: number): Promise<void> {
  const own = URL.parse(page.url());
  const children = page.mainFrame().childFrames().slice(0, framesMax);
  const frames = children.filter((frame) => isOtherOriginOfSite(own, URL.parse(frame.url())));
  if (frames.length === 0) return;
  await waitAtMost(
    Promise.all(frames.map((frame) => storeDocument(frame).catch(() => undefined))),
    timeoutMs,
  );
}

function isOtherOriginOfSite(own: URL | null, other: URL | null): boolean {
  if (own === null || other === null || own.origin === other.origin) return false;
  if (!/^https?:$/.test(other.protocol)) return false;
  // Hosts of one hosting service, such as user.github.io, are different sites.
  const options = { allowPrivateDomains: true };
  const site = getDomain(own.href, options) ?? own.hostname;
  return (getDomain(other.href, options) ?? other.hostname) === site;
}

/** The part of an element that is used in the browser; this project has no types of the DOM. */
interface AttributeTarget {
  setAttribute(name: string, value: string): void;
}

async function storeDocument(frame: Frame): Promise<void> {
  const html = await frame.evaluate<unknown>(`document.body?.innerHTML ?? ''`);
  if (typeof html !== 'string' || html.length > frameLengthMax) return;
  const element = await frame.frameElement();
  const isVisible = await element.isVisible();
  if (!isVisible) return;
  await element.evaluate(
    (node: AttributeTarget, [name, value]: readonly [string, string]) => node.setAttribute(name, value),
    [inlinedFrameAttribute, html] as const,
  );
}

import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose outcome depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Returns the violations of WCAG 2.2 AA in a page: the rule, and the elements that break it. */
export function findViolations(page: Page): Promise<string[]> {
  return runAxe(page, levels);
}

/** Like `findViolations`, in both color schemes: all rules in the light one, and those on colors in the dark one too. */
export async function findViolationsInBothSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await runAxe(page, levels);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await runAxe(page, colorRules);
  return [...light.map((found) => `light: ${found}`), ...dark.map((found) => `dark: ${found}`)];
}

/** Size of a small phone, in pixels. */
export const phone = { width: 360, height: 740 };
/** Size of a desktop, in pixels. */
export const desktop = { width: 1280, height: 900 };

/**
 * Like `findViolationsInBothSchemes`, on a desktop and on a phone, where nothing may be wider than the screen either: only
 * the tables and the code of a document scroll in themselves.
 */
export async function findViolationsAtEveryWidth(page: Page): Promise<string[]> {
  const wide = await findViolationsInBothSchemes(page);
  await page.setViewportSize(phone);
  const narrow = [...(await findViolationsInBothSchemes(page)), ...(await findTooWide(page))];
  await page.setViewportSize(desktop);
  return [...wide, ...narrow.map((found) => `phone: ${found}`)];
}

/** Returns what is wider than the screen, and what has to be scrolled sideways. */
export function findTooWide(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[
    ...(document.documentElement.scrollWidth > innerWidth ? ['page: ' + document.documentElement.scrollWidth] : []),
    ...[...document.querySelectorAll('main *')]
      .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
      .filter((element) => element.scrollWidth > element.clientWidth && !element.matches('.scroll, .page-strip, textarea'))
      .map((element) => element.tagName + '.' + element.className + ': ' + element.scrollWidth),
  ]`);
}

async function runAxe(page: Page, runOnly: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const options = { runOnly, resultTypes: ['violations'], preload: false };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

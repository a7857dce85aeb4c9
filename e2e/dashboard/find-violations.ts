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

async function runAxe(page: Page, runOnly: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const options = { runOnly, resultTypes: ['violations'] };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

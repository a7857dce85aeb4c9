import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns the violations of WCAG 2.2 AA in a page: the rule, and the elements that break it. */
export async function findViolations(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  await page.evaluate(axe.source);
  const run = `axe.run(document, { runOnly: ${JSON.stringify(tags)} })`;
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

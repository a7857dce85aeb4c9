import { testApiKey } from '@quern/testing/service/start-test-service';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { DashboardTest } from '../dashboard-test.ts';
import { findViolationsAtEveryWidth } from '../find-violations.ts';

/** How files get into the playground, and how wide its panes are. */
export function describeInputs(dashboard: DashboardTest): void {
  describe('the input of the playground', () => {
    const open = (hash: string) => dashboard.open(hash, { session: { apiKey: testApiKey } });
    const csv = (name: string, content: string) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    });
    const run = (page: Page): Promise<void> => page.getByRole('button', { name: /^Run/ }).click();

    it('can be several files, each with its result, also where one of them fails', async () => {
      const { page, problems } = await open('#/playground/convert');
      await page
        .locator('input[type=file]')
        .setInputFiles([csv('bread.csv', 'name\nrye'), csv('empty.csv', ''), csv('cake.csv', 'name\nplum')]);
      await run(page);
      const files = page.getByRole('group', { name: 'Files' });
      await files.getByRole('button', { name: 'cake.csv' }).waitFor();
      await page.locator('.result').getByText('rye').waitFor();
      await files.getByRole('button', { name: 'cake.csv' }).click();
      await page.locator('.result').getByText('plum').waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await files.getByRole('button', { name: 'empty.csv' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.locator('.result').count()).toBe(0);
      expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
    });

    it('can be a file that is pasted', async () => {
      const { page } = await open('#/playground/convert');
      await page.locator('.drop').getByText('mill-shop.html').waitFor();
      const paste = `(() => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(['name\\nrye'], 'pasted.csv', { type: 'text/csv' }));
        document.querySelector('.drop').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      })()`;
      await page.evaluate(paste);
      await page.locator('.drop').getByText('pasted.csv').waitFor();
      expect(await page.locator('.drop strong').count()).toBe(1);
    });

    it('is made wider by the pointer and the keyboard, and stays so', async () => {
      const { page } = await open('#/playground/sentiment');
      const divider = page.getByRole('separator', { name: 'Width of the input' });
      const width = async (): Promise<number> =>
        (await page.locator('.pane-input').boundingBox())?.width ?? 0;
      const before = await width();
      await divider.focus();
      await page.keyboard.press('ArrowRight');
      const wider = await width();
      expect(wider).toBeGreaterThan(before);
      const box = await divider.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 6, (box?.y ?? 0) + 40];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 150, y);
      await page.mouse.up();
      const dragged = await width();
      expect(dragged - wider).toBeGreaterThan(120);
      await page.reload();
      await divider.waitFor();
      expect(await width()).toBe(dragged);
      await divider.dblclick();
      expect(await width()).toBe(before);
    });
  });
}

import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardTest } from '../dashboard-test.ts';

const title = 'تاريخ الطاحونة';
const paragraph =
  'بنيت الطاحونة القديمة على ضفة النهر عام 1794 وما زالت تعمل حتى اليوم. اشترى أحمد المنصور الطاحونة في 3 مايو 2021 بمبلغ 500 دولار. الخبز هنا رائع جدا ونحن سعداء بالخدمة.';
const html = `<!doctype html><html lang="ar" dir="rtl"><title>${title}</title><main><h1>${title}</h1><p>${paragraph}</p><table><tr><th>المنتج</th><th>السعر</th></tr><tr><td>دقيق القمح</td><td>4</td></tr></table><p><a href="/shop">متجر الطاحونة</a></p></main></html>`;

/** Returns the Arabic texts of the result that are not laid out from right to left. */
const findLeftToRight = `[...document.querySelectorAll('.result, .result *')].flatMap((element) => {
  const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join('');
  const isArabic = /^[^\\p{L}]*\\p{Script=Arabic}/u.test(own);
  return isArabic && getComputedStyle(element).direction !== 'rtl' ? [element.tagName + ': ' + own.slice(0, 60)] : [];
})`;
const countArabic = `[...document.querySelectorAll('.result *')].filter(({ innerText }) => /\\p{Script=Arabic}/u.test(innerText ?? '')).length`;

/** The layout of Arabic texts. */
export function describeRightToLeft(dashboard: DashboardTest): void {
  describe('an Arabic text', () => {
    let site: TestSite;
    beforeAll(async () => {
      site = await serveSite({ '/': html, '/shop': html.replaceAll(title, 'متجر') });
    });
    afterAll(() => site.close());

    /** Runs the form, and checks the texts of the result in each of its tabs. */
    const expectRightToLeft = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: /^Run/ }).click();
      await page.locator('.result').waitFor();
      const tabs = await page.locator('.result').getByRole('tab').all();
      expect(await page.evaluate(countArabic)).toBeGreaterThan(0);
      expect(await page.evaluate(findLeftToRight)).toEqual([]);
      for (const tab of tabs) {
        await tab.click();
        expect([await tab.textContent(), await page.evaluate(findLeftToRight)]).toEqual([
          await tab.textContent(),
          [],
        ]);
      }
    };

    it.each(['extract-entities', 'sentiment', 'summarize'])(
      'is read from right to left in the input and the result of %s',
      async (operation) => {
        const { page } = await dashboard.open(`#/playground/${operation}`);
        const input = page.getByRole('textbox', { name: 'Text', exact: true });
        await input.fill(paragraph);
        expect(await page.evaluate("getComputedStyle(document.querySelector('textarea')).direction")).toBe(
          'rtl',
        );
        await expectRightToLeft(page);
      },
    );

    it('is read from right to left in the result of convert', async () => {
      const { page } = await dashboard.open('#/playground/convert');
      const file = { name: 'history.html', mimeType: 'text/html', buffer: Buffer.from(html) };
      await page.locator('input[type=file]').setInputFiles(file);
      await expectRightToLeft(page);
    });

    it('is read from right to left in the result of translate, even if it begins with a Latin word', async () => {
      // A text that is in the target language already needs no model.
      const { page } = await dashboard.open('#/playground/translate?targetLanguage=ar');
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill(`Quern: ${paragraph}`);
      await page.getByRole('button', { name: /^Run/ }).click();
      const cells = page.locator('.pairs tbody tr').first().locator('td');
      await cells.first().getByText('Quern').waitFor();
      const directions = await page.evaluate(
        "[...document.querySelectorAll('.pairs tbody tr:first-child td')].map((cell) => getComputedStyle(cell).direction)",
      );
      expect(directions).toEqual(['rtl', 'rtl']);
    });

    it('is read from right to left in the result of ocr, with the confidence at its other side', async () => {
      const { page: source } = await dashboard.open('');
      await source.setContent(
        `<p dir="rtl" style="font: 40px sans-serif; margin: 40px; width: 900px; background: #fff; color: #000">${paragraph}</p>`,
      );
      const buffer = await source.screenshot();
      const { page } = await dashboard.open('#/playground/ocr');
      await page.getByText('receipt.png').nth(1).waitFor();
      const file = { name: 'history.png', mimeType: 'image/png', buffer };
      await page.locator('input[type=file]').setInputFiles(file);
      await expectRightToLeft(page);
      await page.getByRole('tab', { name: 'Lines' }).click();
      const line = page.locator('.lines li').first();
      const [text, confidence] = await Promise.all(
        [line.locator('span').first(), line.locator('.number')].map((part) => part.boundingBox()),
      );
      expect(confidence?.x).toBeLessThan(text?.x ?? 0);
    });

    it.each(['scrape', 'map'])('is read from right to left in the result of %s', async (operation) => {
      const { page } = await dashboard.open(`#/playground/${operation}`);
      await page.getByRole('textbox', { name: 'Web address' }).fill(`${site.origin}/`);
      if (operation === 'map') {
        await page.locator('.more-options > summary').click();
        await page.getByLabel('Titles, status and other data of the pages').check();
      }
      await expectRightToLeft(page);
    });
  });
}

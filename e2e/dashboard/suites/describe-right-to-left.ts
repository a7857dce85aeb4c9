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

/** Texts that begin with a Latin name, with numbers, signs, and lines and names in the other direction. */
const mixedTexts = [
  [
    'Hebrew',
    'Quern: הטחנה הישנה נבנתה בשנת 1794 על גדת הנהר. דוד כהן שילם 500 דולר לחברת Acme Ltd. בתל אביב. כתבו אל ada@example.org או התקשרו (03-555 1234).\nThe mill is open on Saturdays.',
  ],
  [
    'Persian',
    'Quern: آسیاب قدیمی در سال 1794 کنار رودخانه ساخته شد. علی رضایی 500 دلار به شرکت Acme Ltd. در تهران پرداخت. به ada@example.org بنویسید (۳٫۵ درصد تخفیف).\nThe mill is open on Saturdays.',
  ],
  [
    'Urdu',
    'Quern: پرانی چکی 1794 میں دریا کے کنارے بنائی گئی تھی۔ احمد خان نے لاہور میں Acme Ltd. کو 500 ڈالر ادا کیے۔ ada@example.org پر لکھیں، یہ جگہ بہت اچھی ہے۔\nThe mill is open on Saturdays.',
  ],
] as const;

const persian = `<!doctype html><html lang="fa" dir="rtl"><title>آسیاب قدیمی</title><main><h1>Quern: آسیاب قدیمی</h1>
<p>Acme Ltd. آسیاب قدیمی را در سال ۱۷۹۴ کنار رودخانه ساخت و هنوز هر روز گندم روستا را آرد می‌کند.</p><p>Hadley Mill, opened on Saturdays.</p>
<ul><li>آرد گندم</li><li>Bread</li></ul><pre><code>npm start -- --port=8080</code></pre>
<table><tr><th>Acme: کالا</th><th>قیمت</th></tr><tr><td>آرد گندم</td><td>500</td></tr></table></main></html>`;

/** The texts of the marked entities, and the text that is copied when all of it is selected. */
const readMarked = `(() => {
  const area = document.querySelector('.result .reading');
  getSelection().selectAllChildren(area);
  const texts = [...area.querySelectorAll('mark')].map((mark) => mark.firstChild.data);
  return { direction: getComputedStyle(area).direction, copied: getSelection().toString(), texts };
})()`;

/** The layout of Arabic, Hebrew, Persian and Urdu texts. */
export function describeRightToLeft(dashboard: DashboardTest): void {
  describe('a text from right to left', () => {
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

    it.each(mixedTexts)(
      'in %s with Latin names and numbers keeps its order, its entities, and what is copied',
      async (_language, text) => {
        const { page } = await dashboard.open('#/playground/extract-entities');
        const answered = page.waitForResponse(
          (response) =>
            response.url().endsWith('/v0/extract-entities') && !response.request().headers()['x-dry-run'],
        );
        await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
        await page.getByRole('button', { name: /^Run/ }).click();
        const { data } = (await (await answered).json()) as {
          data: { entities: { text: string; startIndex: number; endIndex: number }[] };
        };
        await page.locator('.result mark').first().waitFor();
        const texts = data.entities.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex));
        expect(texts).toContain('ada@example.org');
        expect(await page.evaluate(readMarked)).toEqual({ direction: 'rtl', copied: text, texts });
        for (const operation of ['sentiment', 'summarize']) {
          await page.goto(`${dashboard.service.url}/#/playground/${operation}`);
          await page
            .locator(`main h1`)
            .getByText(operation === 'sentiment' ? 'Sentiment' : 'Summary')
            .waitFor();
          await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
          await page.getByRole('button', { name: /^Run/ }).click();
          const area = page.locator(operation === 'sentiment' ? '.result .reading' : '.result .source');
          await area.waitFor();
          expect([operation, await area.getAttribute('dir')]).toEqual([operation, 'rtl']);
          expect(await area.textContent()).toBe(text);
        }
      },
    );

    it('in a Persian document has each part in its direction', async () => {
      const { page } = await dashboard.open('#/playground/convert');
      const file = { name: 'mill.html', mimeType: 'text/html', buffer: Buffer.from(persian) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: /^Run/ }).click();
      await page.locator('.result .rendered').getByText('Bread').waitFor();
      const directions =
        await page.evaluate(`['Quern:', 'Acme Ltd.', 'Hadley Mill', 'آرد گندم', 'Bread', 'npm start'].map((text) =>
        getComputedStyle([...document.querySelectorAll('.rendered :is(h3, p, li, pre)')].find((one) => one.textContent.startsWith(text))).direction)`);
      expect(directions).toEqual(['rtl', 'rtl', 'ltr', 'rtl', 'ltr', 'ltr']);
      const expectFirstColumnRight = async (): Promise<void> => {
        const cells = page.locator('.result table tr').last().locator('td');
        const [goods, price] = await Promise.all([cells.nth(0).boundingBox(), cells.nth(1).boundingBox()]);
        expect(goods?.x).toBeGreaterThan(price?.x ?? 0);
      };
      await expectFirstColumnRight();
      await page.getByRole('tab', { name: 'Tables' }).click();
      await expectFirstColumnRight();
    });

    it('is read from right to left in the result of convert', async () => {
      const { page } = await dashboard.open('#/playground/convert');
      const file = { name: 'history.html', mimeType: 'text/html', buffer: Buffer.from(html) };
      await page.locator('input[type=file]').setInputFiles(file);
      await expectRightToLeft(page);
    });

    it.each([
      ['ar', `Quern: ${paragraph}`],
      ['he', mixedTexts[0][1]],
      ['fa', mixedTexts[1][1]],
      ['ur', mixedTexts[2][1]],
    ])(
      'in %s is read from right to left in the result of translate, even if it begins with a Latin word',
      async (language, text) => {
        // A text that is in the target language already needs no model.
        const { page } = await dashboard.open(`#/playground/translate?targetLanguage=${language}`);
        await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
        await page.getByRole('button', { name: /^Run/ }).click();
        const cells = page.locator('.pairs tbody tr').first().locator('td');
        await cells.first().getByText('Quern').waitFor();
        const directions = await page.evaluate(
          "[...document.querySelectorAll('.pairs tbody tr:first-child td')].map((cell) => getComputedStyle(cell).direction)",
        );
        expect(directions).toEqual(['rtl', 'rtl']);
      },
    );

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

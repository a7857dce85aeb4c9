import { readFile } from 'node:fs/promises';
import { drawScannedPage } from '@quern/testing/documents/draw-scanned-page';
import { makePdf, makePdfOfContent, pdfStream } from '@quern/testing/documents/make-documents';
import { makeScannedPdf } from '@quern/testing/documents/make-scanned-pdf';
import { testApiKey } from '@quern/testing/service/start-test-service';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { DashboardTest } from '../dashboard-test.ts';
import { findViolationsAtEveryWidth } from '../find-violations.ts';

/** Share of the pixels of the drawn page that are dark, 0 to 1; -1 until it is drawn. */
const darkShare = `(async () => {
  const address = document.querySelector('svg.scan image')?.getAttribute('href');
  if (!address) return -1;
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let dark = 0;
  for (let index = 0; index < data.length; index += 4) if (data[index] < 128) dark += 1;
  return dark / (data.length / 4);
})()`;

/**
 * A black square of 256 pixels in the compression of fax machines and scanners (ITU-T T.6). The first row is in horizontal
 * mode: no white pixels, 256 and 0 black ones. The others are equal to it: twice vertical mode.
 */
const blackSquare = Buffer.from(
  `001${'00110101'}${'000001011011'}${'0000110111'}${'11'.repeat(255)}${'000000000001'.repeat(2)}`
    .padEnd(568, '0')
    .match(/.{8}/g)
    ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
);

/** Two scanned pages. Drawn at once, since the service, which runs in this process, forbids SVG when it has read an image. */
const drawnScan = Promise.all([
  drawScannedPage(['HADLEY MILL', 'Founded by the river in 1794']),
  drawScannedPage(['OPENING HOURS']),
]).then((pages) => makeScannedPdf(pages));

/** Pages of PDFs, drawn in the browser. */
export function describePdfPages(dashboard: DashboardTest): void {
  describe('the pages of a PDF', () => {
    const open = async (operation: string, width = 1280) =>
      dashboard.open(`#/playground/${operation}`, {
        session: { apiKey: testApiKey },
        viewport: { width, height: 900 },
      });
    const run = async (page: Page, buffer: Buffer, password = ''): Promise<void> => {
      const file = { name: 'pages.pdf', mimeType: 'application/pdf', buffer };
      await page.locator('input[type=file]').setInputFiles(file);
      if (password !== '') {
        await page.locator('.more-options > summary').click();
        await page.getByLabel('Password').fill(password);
      }
      await page.getByRole('button', { name: /^Run/ }).click();
      await page.locator('.result').waitFor();
    };
    const showPages = (page: Page): Promise<void> => page.getByRole('tab', { name: 'Pages' }).click();
    const share = (page: Page): Promise<number> => page.evaluate<number>(darkShare);
    const thumbnails = (page: Page) => page.locator('.page-strip .thumbnail img');

    it('are shown under the lines that were recognized, with pictures to choose from', async () => {
      const { page, problems } = await open('ocr');
      await run(page, await drawnScan);
      await expect.poll(() => share(page)).toBeGreaterThan(0.005);
      expect(await page.locator('svg.scan polygon').count()).toBe(2);
      expect(await page.locator('svg.scan text').count()).toBe(0);
      await expect.poll(() => thumbnails(page).count()).toBe(2);
      await page.getByRole('button', { name: 'Page 2' }).click();
      await expect.poll(() => page.locator('svg.scan polygon').count()).toBe(1);
      await expect.poll(() => share(page)).toBeGreaterThan(0.001);
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      expect(problems).toEqual([]);
    });

    it('are shown next to their Markdown; only pictures in view are drawn', async () => {
      const { page, problems } = await open('convert');
      const texts = Array.from({ length: 60 }, (_, index) => [
        { text: `Chapter ${index + 1}`, y: 700, size: 40 },
      ]);
      await run(page, makePdf(texts));
      await showPages(page);
      await expect.poll(() => share(page)).toBeGreaterThan(0.001);
      await expect.poll(() => thumbnails(page).count()).toBeGreaterThan(3);
      expect(await thumbnails(page).count()).toBeLessThan(20);
      const last = page.getByRole('button', { name: 'Page 60' });
      await last.scrollIntoViewIfNeeded();
      await last.locator('img').waitFor();
      await expect.poll(() => thumbnails(page).count()).toBeLessThan(20);
      await last.click();
      await page.getByRole('tabpanel').getByText('Chapter 60').waitFor();
      const strip = page.locator('.page-strip');
      const [inner, outer] = await Promise.all(
        [strip, page.locator('.pane-result')].map((part) => part.boundingBox()),
      );
      expect(inner?.width).toBeLessThan(outer?.width ?? 0);
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      expect(problems).toEqual([]);
    });

    it('are drawn with a compression that browsers cannot decode', async () => {
      const { page, problems } = await open('convert');
      const image = pdfStream(
        blackSquare,
        '/Type /XObject /Subtype /Image /Width 256 /Height 256 /ColorSpace /DeviceGray /BitsPerComponent 1 ' +
          '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 256 /Rows 256 >>',
      );
      const content =
        'BT /F1 12 Tf 50 780 Td (A map of the village and its mill) Tj ET q 500 0 0 500 50 100 cm /Im Do Q';
      await run(page, makePdfOfContent(content, { objects: [image], xObjects: '/Im 7 0 R' }));
      await showPages(page);
      await expect.poll(() => share(page)).toBeGreaterThan(0.05);
      expect(problems).toEqual([]);
    });

    it('of an encrypted file are drawn with its password', async () => {
      const path = new URL('../../../testing/src/documents/fixtures/note-encrypted.pdf', import.meta.url);
      const { page, problems } = await open('convert');
      await run(page, await readFile(path), 'Obst-Ärger 7');
      await showPages(page);
      await expect.poll(() => share(page)).toBeGreaterThan(0.0005);
      expect(problems).toEqual([]);
    });

    it('are replaced by the texts at their places where they cannot be drawn', async () => {
      const { page } = await open('ocr');
      await page.route('**/dashboard/pdf/**', (route) => route.abort());
      await run(page, await drawnScan);
      await page.locator('svg.scan text').getByText('HADLEY MILL').waitFor();
      expect(await page.locator('svg.scan polygon').count()).toBe(2);
      expect(await page.locator('.page-strip').count()).toBe(0);
    });
  });
}

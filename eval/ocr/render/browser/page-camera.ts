import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateTestChromium } from '@quern/testing/browser/test-browser';
import { type Browser, chromium } from 'playwright-core';
import { z } from 'zod';
import type { TruthRow } from '../../sets/image-sets.ts';
import type { FontFamily } from './font-families.ts';
import { fontOrigin, fontStyleSheet, readFontFile } from './font-server.ts';

/** A page to render. */
export interface PageInput {
  /** Content of `body`. */
  readonly html: string;
  readonly css: string;
  readonly families: readonly FontFamily[];
  /** BCP 47 tag. */
  readonly language: string;
  /** Width of the page in CSS pixels. The height follows from the content, at least `heightMin`. */
  readonly width: number;
  readonly heightMin?: number;
  /** Device pixels for each CSS pixel. */
  readonly scale: number;
}

/** A rendered page with its text. */
export interface RenderedPage {
  readonly png: Buffer;
  /** Visual lines in logical order, joined by \n, in Unicode normalization form C. */
  readonly text: string;
  readonly rows: readonly TruthRow[];
}

const truthScript = readFileSync(join(import.meta.dirname, 'page-truth.browser.js'), 'utf8');
const truthSchema = z.object({
  text: z.string(),
  rows: z.array(
    z.object({ cells: z.array(z.string()), lines: z.array(z.array(z.string())), isTable: z.boolean() }),
  ),
});
/** Share of glyphs that may come from another font, such as a sign that the family lacks. */
const otherGlyphsMax = 0.03;
const rightToLeft = new Set(['ar', 'fa', 'he']);

/** Renders pages in headless Chromium with fonts of the installed packages only. */
export class PageCamera {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Launches the browser. @throws RenderError when there is none */
  static async open(): Promise<PageCamera> {
    const files = await locateTestChromium();
    const browser = await chromium.launch({
      executablePath: files.executable,
      env: { ...files.environment },
      chromiumSandbox: false,
      args: ['--disable-gpu', '--font-render-hinting=none'],
    });
    return new PageCamera(browser);
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.#browser.close();
  }

  /**
   * Renders a page and reads its text.
   *
   * @throws Error when more than 3 % of the glyphs are not of the given families
   */
  async photograph(input: PageInput): Promise<RenderedPage> {
    const { html, css, families, language, width, heightMin = 0, scale } = input;
    const context = await this.#browser.newContext({
      viewport: { width, height: Math.max(100, heightMin) },
      deviceScaleFactor: scale,
    });
    try {
      const page = await context.newPage();
      await page.route(`${fontOrigin}/**`, (route) =>
        route.fulfill({
          body: readFontFile(route.request().url()),
          contentType: 'font/woff2',
          headers: { 'access-control-allow-origin': '*' },
        }),
      );
      const direction = rightToLeft.has(language) ? 'rtl' : 'ltr';
      await page.setContent(
        `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8">` +
          `<style>${fontStyleSheet(families)}\n* { box-sizing: border-box } body { margin: 0 }\n${css}</style><body>${html}</body></html>`,
        { waitUntil: 'load' },
      );
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const session = await context.newCDPSession(page);
      const share = await otherGlyphShare(session, families);
      if (share > otherGlyphsMax)
        throw new Error(
          `${(100 * share).toFixed(0)} % of the glyphs of a page in ${language} are not of ${families.map(({ family }) => family).join(', ')}`,
        );
      const { text, rows } = truthSchema.parse(await page.evaluate(truthScript));
      return { png: await page.screenshot({ fullPage: true }), text, rows };
    } finally {
      await context.close();
    }
  }
}

interface FontSession {
  send(method: 'DOM.enable' | 'CSS.enable'): Promise<unknown>;
  send(method: 'DOM.getDocument', options: { depth: number }): Promise<{ root: DomNode }>;
  send(
    method: 'CSS.getPlatformFontsForNode',
    options: { nodeId: number },
  ): Promise<{ fonts: { familyName: string; isCustomFont: boolean; glyphCount: number }[] }>;
}

interface DomNode {
  readonly nodeId: number;
  readonly nodeName: string;
  readonly children?: DomNode[];
}

/** Share of the glyphs of a page that come from a font of the system instead of a font of the style sheet. */
async function otherGlyphShare(session: FontSession, families: readonly FontFamily[]): Promise<number> {
  if (families.length === 0) return 0;
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  let glyphs = 0;
  let others = 0;
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { nodeId, nodeName, children = [] } = node;
    if (nodeName === 'HEAD') continue;
    pending.push(...children);
    if (!children.some((child) => child.nodeName === '#text')) continue;
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { isCustomFont, glyphCount } of fonts) {
      glyphs += glyphCount;
      if (!isCustomFont) others += glyphCount;
    }
  }
  return others / Math.max(1, glyphs);
}

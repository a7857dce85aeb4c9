import type { TestPage } from '../serve-site.ts';
import { type SampleText, sampleText } from './sample-text.ts';

/** A page whose scripts create content, and the text that a scrape of it must return. */
export interface SuitePage {
  readonly name: string;
  /** The page and its further resources by path; the page itself is at `/NAME`. */
  readonly pages: Readonly<Record<string, TestPage>>;
  /** Texts that the Markdown must contain; undefined for a page that never shows content and must be an error. */
  readonly expected: readonly string[] | undefined;
  /** Texts that the Markdown must not contain. */
  readonly unexpected?: readonly string[];
}

/** The input of a builder of a page. */
export interface PageParts {
  readonly text: SampleText;
  /** Path of the page, below which its resources are. */
  readonly path: string;
}

/** A builder of one page. */
export type PageBuilder = (parts: PageParts) => {
  readonly html: string;
  readonly resources?: Readonly<Record<string, TestPage>>;
  readonly unexpected?: readonly string[];
};

let seed = 0;

/** Defines a page with a heading and `count` sentences. */
export function definePage(name: string, build: PageBuilder, count = 8): SuitePage {
  const text = sampleText(++seed, count);
  const path = `/${name}`;
  const { html, resources = {}, unexpected } = build({ text, path });
  return {
    name,
    pages: { [path]: html, ...resources },
    expected: [text.heading, ...text.sentences],
    ...(unexpected !== undefined && { unexpected }),
  };
}

/** Defines a page that never shows content. */
export function defineEmptyPage(name: string, html: string, resources: SuitePage['pages'] = {}): SuitePage {
  return { name, pages: { [`/${name}`]: html, ...resources }, expected: undefined };
}

/** A document with a title. */
export const documentOf = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Archive</title>${head}</head><body>${body}</body></html>`;

/** A script element. */
export const scriptOf = (code: string): string => `<script>${code}</script>`;

/** A value as a JavaScript literal inside a script element. */
export const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A JSON response. */
export const jsonPage = (value: unknown, delayMs = 0): TestPage => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
  delayMs,
});

/** A script file. */
export const scriptPage = (code: string): TestPage => ({
  headers: { 'content-type': 'text/javascript' },
  body: code,
});

import { checkedBullet } from '../office/symbol-fonts.ts';
import type { TextLook } from '../office/text-look.ts';

/** A style as the file defines it. */
export interface StyleDefinition extends TextLook {
  displayName: string;
  parent?: string;
  font?: string;
}

/** One level of a list style. */
export interface ListLevel {
  /** As in `formatNumber`; '' for an invisible label, undefined for a bullet. */
  readonly format: string | undefined;
  /** The bullet if it is a checkbox. */
  readonly checkbox: string | undefined;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
  /** Number of levels whose numbers the label shows. */
  readonly displayLevels: number;
}

/** Size of a page in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const formats: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '': '',
};
const levelsMax = 10;
const labelLengthMax = 100;

type Attributes = Readonly<Record<string, string>>;

/** Collects the styles of an OpenDocument file. */
export class StyleReader {
  /** By family and name. */
  readonly definitions = new Map<string, StyleDefinition>();
  /** Levels of list styles by name; '' is that of headings. */
  readonly lists = new Map<string, ListLevel[]>();
  /** Families of fonts by the names that styles use. */
  readonly fontNames = new Map<string, string>();
  readonly fixedFonts = new Set<string>();
  /** Sizes of pages by the names of master pages. */
  readonly pageSizes = new Map<string, PageSize>();
  /** Language of text in the default style; '' if it is not stated. */
  language = '';
  #style: StyleDefinition | undefined;
  #list: ListLevel[] | undefined;
  #layout = '';
  readonly #layouts = new Map<string, PageSize>();

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'style':
      case 'default-style':
        this.#openStyle(attributes);
        return;
      case 'text-properties':
        if (this.#style) readTextProperties(this.#style, attributes);
        this.language ||= languageOf(attributes);
        return;
      case 'table-properties':
        if (this.#style && attributes['table:display'] === 'false') this.#style.isHidden = true;
        return;
      case 'drawing-page-properties':
        if (this.#style && attributes['presentation:visibility'] === 'hidden') this.#style.isHidden = true;
        return;
      case 'list-style':
      case 'outline-style':
        this.#list = [];
        this.lists.set(name === 'list-style' ? (attributes['style:name'] ?? '') : '', this.#list);
        return;
      case 'font-face':
        this.#readFont(attributes);
        return;
      default:
        if (name.startsWith('list-level-style-') || name === 'outline-level-style')
          this.#readLevel(name, attributes);
        else this.#readPage(name, attributes);
    }
  }

  close(name: string): void {
    if (name === 'style' || name === 'default-style') this.#style = undefined;
    else if (name === 'list-style' || name === 'outline-style') this.#list = undefined;
  }

  #openStyle(attributes: Attributes): void {
    const name = attributes['name'] ?? '';
    this.#style = { displayName: attributes['display-name'] ?? name.replaceAll('_20_', ' ') };
    const parent = attributes['parent-style-name'];
    if (parent !== undefined) this.#style.parent = parent;
    this.definitions.set(`${attributes['family'] ?? ''} ${name}`, this.#style);
  }

  #readFont(attributes: Attributes): void {
    const name = attributes['name'] ?? '';
    this.fontNames.set(name, attributes['svg:font-family'] ?? name);
    const isFixed = attributes['font-pitch'] === 'fixed' && attributes['font-family-generic'] === 'modern';
    if (isFixed) this.fixedFonts.add(name);
  }

  #readLevel(name: string, attributes: Attributes): void {
    const level = Number(attributes['level']);
    if (!this.#list || !(level >= 1 && level <= levelsMax)) return;
    const format = attributes['style:num-format'] ?? '';
    const cut = (key: string) => (attributes[key] ?? '').slice(0, labelLengthMax);
    this.#list[level - 1] = {
      format: isBullet(name, attributes) ? undefined : (formats[format] ?? 'decimal'),
      checkbox:
        checkedBullet(attributes['bullet-char'] ?? '') === undefined ? undefined : attributes['bullet-char'],
      prefix: cut('style:num-prefix'),
      suffix: cut('style:num-suffix'),
      start: Math.max(0, Math.trunc(Number(attributes['start-value'] ?? 1)) || 0),
      displayLevels: Math.max(1, Math.trunc(Number(attributes['display-levels'] ?? 1)) || 1),
    };
  }

  #readPage(name: string, attributes: Attributes): void {
    if (name === 'page-layout') this.#layout = attributes['name'] ?? '';
    else if (name === 'page-layout-properties') {
      const [width, height] = [pointsOf(attributes['fo:page-width']), pointsOf(attributes['fo:page-height'])];
      if (width !== undefined && height !== undefined) this.#layouts.set(this.#layout, { width, height });
    } else if (name === 'master-page') {
      const size = this.#layouts.get(attributes['page-layout-name'] ?? '');
      if (size) this.pageSizes.set(attributes['name'] ?? '', size);
    }
  }
}

/** A bullet that is no character is invisible. */
function isBullet(name: string, attributes: Attributes): boolean {
  if (name === 'list-level-style-image') return true;
  return name === 'list-level-style-bullet' && (attributes['bullet-char'] ?? '•').trim() !== '';
}

function readTextProperties(style: StyleDefinition, attributes: Attributes): void {
  const weight = attributes['fo:font-weight'];
  const slant = attributes['fo:font-style'];
  const line = attributes['text-line-through-style'] ?? attributes['text-line-through-type'];
  const font = attributes['font-name'] ?? attributes['fo:font-family'];
  const display = attributes['text:display'];
  if (weight !== undefined) style.isBold = weight === 'bold' || Number(weight) >= 600;
  if (slant !== undefined) style.isItalic = slant !== 'normal';
  if (line !== undefined) style.isStruck = line !== 'none';
  if (font !== undefined) style.font = font;
  if (display !== undefined) style.isHidden = display === 'none';
}

function languageOf(attributes: Attributes): string {
  const [language, country] = [attributes['fo:language'] ?? '', attributes['fo:country'] ?? ''];
  if (language === '' || language === 'none' || language === 'zxx') return '';
  return country === '' || country === 'none' ? language : `${language}-${country}`;
}

const pointsPerUnit: Readonly<Record<string, number>> = {
  pt: 1,
  in: 72,
  cm: 72 / 2.54,
  mm: 7.2 / 2.54,
  pc: 12,
  px: 0.75,
};

/** @returns a length in points, rounded to hundredths; undefined if it is not valid */
export function pointsOf(length: string | undefined): number | undefined {
  const [, number, unit = ''] = /^(-?[\d.]+)(pt|in|cm|mm|pc|px)$/.exec(length ?? '') ?? [];
  const points = Number(number) * (pointsPerUnit[unit] ?? Number.NaN);
  return Number.isFinite(points) ? Math.round(points * 100) / 100 : undefined;
}

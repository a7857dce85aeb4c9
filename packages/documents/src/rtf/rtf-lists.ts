import { listDepthMax } from '@quern/content/blocks/content-block';
import { checkedBullet } from '../office/symbol-fonts.ts';
import type { RtfDefinitions } from './rtf-definitions.ts';
import type { RtfParagraphFormat } from './rtf-state.ts';

/** An item of a list. */
export interface RtfListItem {
  readonly depth: number;
  /** Undefined for a bullet. */
  readonly number: number | undefined;
  /** As displayed; `-` for a bullet, '' for a further paragraph of the item before. */
  readonly label: string;
}

const twipsPerLevel = 360;
const numberMax = 999_999_999;
/** A label that is part of the text, before a tab. */
const written = /^\s*((?:[•◦▪‣·–—*○●■□➢✓o-])|\(?(?:\d{1,4}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,7})[.)])[ ]?\t\s*/u;

/** Finds the labels of list items and counts them. */
export class RtfLists {
  readonly #definitions: RtfDefinitions;
  readonly #counters = new Map<string, (number | undefined)[]>();

  constructor(definitions: RtfDefinitions) {
    this.#definitions = definitions;
  }

  /**
   * @param shown the label that the file states for programs without lists, undefined if there is none
   * @param text of the paragraph
   * @returns the item, and what to remove from the text
   */
  itemOf(
    format: RtfParagraphFormat,
    shown: string | undefined,
    text: string,
  ): { readonly item: RtfListItem; readonly prefix: RegExp | undefined } | undefined {
    if (shown !== undefined || format.list > 0)
      return { item: this.#listed(format, shown?.trim()), prefix: undefined };
    const label = format.firstIndent < 0 ? written.exec(text)?.[1] : undefined;
    if (label === undefined) return undefined;
    const depth = clampDepth(Math.round(format.leftIndent / twipsPerLevel) - 1);
    return { item: { depth, ...this.#numbered(label, 'text', depth) }, prefix: written };
  }

  #listed(format: RtfParagraphFormat, shown: string | undefined): RtfListItem {
    const list = this.#definitions.lists.get(format.list);
    const depth = clampDepth(format.list > 0 ? format.level : Math.round(format.leftIndent / 720) - 1);
    const level = list?.levels[depth];
    const key = `list ${list?.id ?? -format.list}`;
    if (shown === '' || (shown === undefined && level?.format === 255))
      return { depth, number: undefined, label: '' };
    if (shown !== undefined && shown !== '')
      return { depth, ...this.#numbered(shown, key, depth, level?.format) };
    if (!level || level.format === 23) return { depth, number: undefined, label: '-' };
    const number = this.#count(key, depth, level.start);
    return { depth, number, label: `${number}.` };
  }

  #numbered(
    label: string,
    key: string,
    depth: number,
    format?: number,
  ): { readonly number: number | undefined; readonly label: string } {
    const digits = /\d+(?=\D*$)/.exec(label)?.[0];
    if (format === 23 || (digits === undefined && !isLetterLabel(label)))
      return { number: undefined, label: checkedBullet(label) === undefined ? '-' : label };
    const counted = this.#count(key, depth, 1);
    if (digits === undefined || digits.length > 9)
      return { number: this.#letterNumber(label, counted, key, depth), label };
    this.#set(key, depth, Number(digits));
    return { number: Number(digits), label };
  }

  /** The first letter of an alphabet begins a list again. */
  #letterNumber(label: string, counted: number, key: string, depth: number): number {
    if (!/^\(?[aAiI][.)]$/.test(label) || (counted === 9 && /i/i.test(label))) return counted;
    this.#set(key, depth, 1);
    return 1;
  }

  #count(key: string, depth: number, start: number): number {
    const counters = this.#counters.get(key) ?? [];
    this.#counters.set(key, counters);
    counters.length = Math.min(counters.length, depth + 1);
    const number = Math.min((counters[depth] ?? start - 1) + 1, numberMax);
    counters[depth] = number;
    return number;
  }

  #set(key: string, depth: number, number: number): void {
    const counters = this.#counters.get(key);
    if (counters) counters[depth] = number;
  }
}

/** Whether a label has letters and no symbol, such as `(a)` or `iv.`, or words. */
function isLetterLabel(label: string): boolean {
  return /^\(?\p{L}{1,20}[.):]$|\p{L}{2}|[§]|^\p{L}$/u.test(label) && label !== 'o';
}

function clampDepth(depth: number): number {
  return depth > 0 ? Math.min(Math.trunc(depth), listDepthMax) : 0;
}

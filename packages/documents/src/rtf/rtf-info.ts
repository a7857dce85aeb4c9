import { meaningfulTitle } from '../meaningful-title.ts';
import { type DocumentMetadata, emptyMetadata } from '../model/document-content.ts';
import { timestampOf } from '../model/timestamp.ts';

const valueLengthMax = 1000;
const dateParts = ['yr', 'mo', 'dy', 'hr', 'min', 'sec'] as const;

/** Collects the document information. */
export class RtfInfo {
  readonly #texts = new Map<string, string>();
  readonly #dates = new Map<string, Map<string, number>>();

  /** A value begins, which replaces an earlier one. @param target such as `title` */
  open(target: string): void {
    this.#texts.delete(target);
  }

  /** @param target such as `title` */
  text(target: string, text: string): void {
    const before = this.#texts.get(target) ?? '';
    if (before.length < valueLengthMax) this.#texts.set(target, before + text);
  }

  /** @param target such as `creatim` */
  number(target: string, name: string, value: number): void {
    const date = this.#dates.get(target) ?? new Map<string, number>();
    this.#dates.set(target, date.set(name, value));
  }

  finish(): DocumentMetadata {
    const text = (name: string) => (this.#texts.get(name) ?? '').replace(/\s+/g, ' ').trim();
    return {
      ...emptyMetadata,
      title: meaningfulTitle(text('title')),
      author: text('author'),
      createdAt: this.#dateOf('creatim'),
      modifiedAt: this.#dateOf('revtim'),
    };
  }

  #dateOf(name: string): string {
    const date = this.#dates.get(name);
    if (!date) return '';
    const [year = '', ...rest] = dateParts.map((part) =>
      String(date.get(part) ?? 0).padStart(part === 'yr' ? 4 : 2, '0'),
    );
    const [month, day, hour, minute, second] = rest;
    return timestampOf(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  }
}

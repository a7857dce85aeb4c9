import type { DocumentWarning } from '../../model/document-content.ts';

/** Cells that a warning names. */
const namedMax = 10;

/** Collects the cells whose formulas have neither a stored nor a computed result. */
export class UncomputedCells {
  readonly #named: string[] = [];
  #count = 0;

  /** @param references such as `B7` */
  add(sheet: string, references: readonly string[]): void {
    this.#count += references.length;
    const isPlain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet);
    const prefix = isPlain ? sheet : `'${sheet.replaceAll("'", "''")}'`;
    for (const reference of references.slice(0, namedMax - this.#named.length))
      this.#named.push(`${prefix}!${reference}`);
  }

  /** A warning if there are any. */
  get warnings(): DocumentWarning[] {
    if (this.#count === 0) return [];
    const [formulas, have] = this.#count === 1 ? ['formula', 'has'] : ['formulas', 'have'];
    const more = this.#count > this.#named.length ? ' and others' : '';
    const message =
      `${this.#count} ${formulas} ${have} no stored result and could not be computed, so the cells are empty: ` +
      `${this.#named.join(', ')}${more}. Open and save the workbook in a spreadsheet program to store the results.`;
    return [{ code: 'formulas_not_computed', message }];
  }
}

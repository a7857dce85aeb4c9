import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RandomSource } from '../drawing/random-source.ts';

const localeSchema = z
  .object({
    currency: z.string(),
    symbolFirst: z.boolean(),
    decimal: z.string(),
    group: z.string(),
    date: z.string(),
    units: z.array(z.string()),
    taxRates: z.array(z.number()),
  })
  .catchall(z.string());
const namesSchema = z.record(z.string(), z.array(z.string()));

const readData = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${name}.data.json`), 'utf8'));
const locales = z.record(z.string(), localeSchema).parse(readData('locale'));
const names = z.record(z.string(), namesSchema).parse(readData('names'));

/** Locales of documents; those that occur more often in practice are listed more than once. */
const localeTags = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'en-US', 'es-ES', 'de-CH', 'en-GB', 'pl-PL'];

/** A sold product. */
export interface DraftLine {
  readonly code: string;
  readonly name: string;
  readonly quantity: number;
  readonly unit: string;
  readonly price: number;
  readonly discountPercent: number;
  readonly taxRate: number;
  readonly amount: number;
}

/** Random content of one business document in the conventions of a locale. */
export class BusinessDraft {
  readonly random: RandomSource;
  /** BCP 47 tag. */
  readonly locale: string;
  readonly #data: z.infer<typeof localeSchema>;

  /** @param index number of the document, which determines its locale */
  constructor(seed: number, index: number) {
    this.random = new RandomSource(seed + 7919 * index);
    this.locale = localeTags[index % localeTags.length] ?? 'en-US';
    this.#data = BusinessDraft.#localeData(this.locale);
  }

  static #localeData(locale: string): z.infer<typeof localeSchema> {
    const data = locales[locale];
    if (data === undefined) throw new Error(`there is no data of the locale ${locale}`);
    return data;
  }

  /** A fixed label, such as `total`, in the language of the document or of another locale. */
  label(name: string, locale: string = this.locale): string {
    const label = BusinessDraft.#localeData(locale)[name];
    if (typeof label !== 'string') throw new Error(`${locale} has no label "${name}"`);
    return label;
  }

  /** A random name of a kind, such as `people`. */
  name(kind: string): string {
    return this.random.pick(this.nameList(kind));
  }

  /** All names of a kind, in random order. */
  nameList(kind: string): string[] {
    return this.random.shuffle(names[this.locale.slice(0, 2)]?.[kind] ?? []);
  }

  /** A number with two decimals and the separators of the locale. */
  number(value: number, decimals = 2): string {
    const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, this.#data.group);
    const sign = value < 0 ? '-' : '';
    return sign + (fraction === undefined ? grouped : `${grouped}${this.#data.decimal}${fraction}`);
  }

  /** An amount with the currency of the locale. */
  money(value: number): string {
    const { currency, symbolFirst } = this.#data;
    if (!symbolFirst) return `${this.number(value)} ${currency}`;
    return currency.length > 1 ? `${currency} ${this.number(value)}` : `${currency}${this.number(value)}`;
  }

  /** A percentage, without decimals where it has none. */
  percent(value: number): string {
    return `${this.number(value, Number.isInteger(value) ? 0 : Number.isInteger(value * 10) ? 1 : 2)} %`;
  }

  /** A date, some days after the first of March 2025. */
  date(days = this.random.integer(0, 200)): string {
    const [year = '', month = '', day = ''] = new Date(Date.UTC(2025, 2, 1 + days))
      .toISOString()
      .slice(0, 10)
      .split('-');
    return this.#data.date.replace('YYYY', year).replace('MM', month).replace('DD', day);
  }

  /** A code, such as `KX-4821`. */
  code(): string {
    const letter = () => String.fromCharCode(65 + this.random.integer(0, 25));
    return `${letter()}${letter()}-${this.random.integer(1000, 9999)}`;
  }

  /** Sold products. @param discounts whether some lines have a discount */
  lines(count: number, discounts = false): DraftLine[] {
    const { units, taxRates } = this.#data;
    return this.nameList('products')
      .slice(0, count)
      .map((name) => {
        const quantity = this.random.chance(0.8) ? this.random.integer(1, 24) : this.random.integer(25, 400);
        const price = Math.round(this.random.number(0.4, this.random.chance(0.15) ? 1900 : 120) * 100) / 100;
        const discountPercent =
          discounts && this.random.chance(0.5) ? this.random.pick([5, 10, 12.5, 15]) : 0;
        const amount = Math.round(quantity * price * (100 - discountPercent)) / 100;
        const [unit, taxRate] = [this.random.pick(units), this.random.pick(taxRates)];
        return { code: this.code(), name, quantity, unit, price, discountPercent, taxRate, amount };
      });
  }
}

import { createRequire } from 'node:module';
import { z } from 'zod';
import type { DataFiles } from '../../data/data-files.ts';
import type { TypedSpan } from '../../metrics/span-f1.ts';

const splitSchema = z.enum(['dev', 'test']);

const countrySchema = z.object({
  split: splitSchema,
  streets: z.array(z.string()),
  towns: z.array(z.string()),
  code: z.string(),
  format: z.string(),
  phones: z.array(z.string()),
});

const languageSchema = z.object({
  countries: z.array(z.string()),
  names: z.array(z.string()),
  ids: z.array(z.string()),
  texts: z.array(z.object({ split: splitSchema, text: z.string() })),
});

const listsByLanguage = z.record(z.string(), z.array(z.string()));

const numbersSchema = z.object({
  nationalIds: z.record(
    z.string(),
    z.object({ label: z.string(), shape: z.string(), check: z.string().optional() }),
  ),
  ages: z.record(z.string(), z.string()),
  births: listsByLanguage,
  plates: listsByLanguage,
  references: z.array(z.string()),
  passports: z.array(z.string()),
  ibans: z.record(z.string(), z.string()),
  ibanShapes: z.record(z.string(), z.string()),
  cards: z.array(z.string()),
  domains: z.array(z.string()),
});

/** A generated text with its personal data. */
export interface PersonalText {
  readonly language: string;
  readonly text: string;
  readonly spans: readonly TypedSpan[];
}

/** Split of the templates, and of the countries of addresses and phones. */
export type Split = z.infer<typeof splitSchema>;

/** Types of the placeholders. */
const typeOf: Readonly<Record<string, string>> = {
  person: 'PERSON',
  address: 'ADDRESS',
  phone: 'PHONE_NUMBER',
  email: 'EMAIL',
  card: 'CREDIT_CARD',
  iban: 'IBAN',
  birth: 'DATE',
  age: 'AGE',
  nationalId: 'NATIONAL_ID',
  plate: 'LICENSE_PLATE',
  passport: 'PASSPORT_NUMBER',
  reference: 'REFERENCE',
  ip: 'IP_ADDRESS',
};

/** All types that the texts contain. */
export const personalDataTypes: readonly string[] = Object.values(typeOf);

type Random = () => number;

/** Generates texts with personal data from templates, names, streets and forms of numbers; the same for the same seed. */
export class PersonalTextGenerator {
  readonly #countries: Readonly<Record<string, z.infer<typeof countrySchema>>>;
  readonly #languages: Readonly<Record<string, z.infer<typeof languageSchema>>>;
  readonly #numbers: z.infer<typeof numbersSchema>;
  readonly #random: Random;

  /** @param data rooted at the folder of this file */
  constructor(data: DataFiles, seed: number) {
    const read = (name: string): unknown => JSON.parse(data.read(`${name}.data.json`).toString('utf8'));
    this.#countries = z.record(z.string(), countrySchema).parse(read('countries'));
    this.#languages = z.record(z.string(), languageSchema).parse(read('languages'));
    this.#numbers = numbersSchema.parse(read('numbers'));
    this.#random = mulberry32(seed);
  }

  /** Languages of the templates. */
  get languages(): readonly string[] {
    return Object.keys(this.#languages);
  }

  /** Generates texts of one language; half of the addresses and phones are those of another country of the split. */
  generate(language: string, split: Split, count: number): PersonalText[] {
    const templates = this.#languages[language]?.texts.filter((template) => template.split === split) ?? [];
    return Array.from({ length: count }, (_, at) => {
      const template = templates[at % templates.length];
      if (template === undefined) throw new Error(`no templates of ${language} in ${split}`);
      return this.#fill(template.text, language, split);
    });
  }

  #fill(template: string, language: string, split: Split): PersonalText {
    const spans: TypedSpan[] = [];
    let text = '';
    let position = 0;
    const country = this.#countryFor(language, split);
    for (const match of template.matchAll(/\{(\w+)(?::([^}]*))?\}/g)) {
      const [whole, name = '', label = ''] = match;
      text += template.slice(position, match.index);
      const { prefix, value } = this.#valueOf(name, language, country);
      text += label + prefix;
      const type = typeOf[name];
      if (type === undefined) throw new Error(`unknown placeholder ${whole}`);
      spans.push({ startIndex: text.length, endIndex: text.length + value.length, type });
      text += value;
      position = match.index + whole.length;
    }
    return { language, text: text + template.slice(position), spans };
  }

  #countryFor(language: string, split: Split): string {
    const own = this.#languages[language]?.countries ?? [];
    const others = Object.keys(this.#countries).filter((code) => this.#countries[code]?.split === split);
    const owned = own.filter((code) => this.#countries[code]?.split === split);
    return this.#pick(owned.length > 0 && this.#random() < 0.5 ? owned : others);
  }

  #valueOf(name: string, language: string, country: string): { prefix: string; value: string } {
    const plain = (value: string) => ({ prefix: '', value });
    const numbers = this.#numbers;
    switch (name) {
      case 'person':
        return plain(this.#pick(this.#languages[language]?.names ?? []));
      case 'address':
        return plain(this.#address(country));
      case 'phone':
        return plain(this.#shaped(this.#pick(this.#countries[country]?.phones ?? [])));
      case 'email':
        return plain(this.#email());
      case 'card':
        return plain(this.#card());
      case 'iban':
        return plain(this.#iban(numbers.ibans[language] ?? 'DE'));
      case 'birth':
        return plain(this.#birth(this.#pick(numbers.births[language] ?? [])));
      case 'age':
        return this.#age(numbers.ages[language] ?? '{n}');
      case 'nationalId':
        return this.#nationalId(this.#pick(this.#languages[language]?.ids ?? []));
      case 'plate':
        return plain(this.#shaped(this.#pick(numbers.plates[language] ?? [])));
      case 'passport':
        return plain(this.#shaped(this.#pick(numbers.passports)));
      case 'reference':
        return plain(this.#shaped(this.#pick(numbers.references)));
      case 'ip':
        return plain([10, 192, 172, 203].map(() => 1 + Math.floor(this.#random() * 250)).join('.'));
      default:
        throw new Error(`unknown placeholder ${name}`);
    }
  }

  #pick(list: readonly string[]): string {
    return list[Math.floor(this.#random() * list.length)] ?? '';
  }

  /** Fills `#` with digits and `@` with letters, and takes one of `[1-6]`. */
  #shaped(shape: string): string {
    const between = (from: number, to: number) => from + Math.floor(this.#random() * (to - from + 1));
    return shape
      .replace(/\[([0-9])-([0-9])\]/g, (_, from: string, to: string) =>
        String(between(Number(from), Number(to))),
      )
      .replace(/#/g, () => String(between(0, 9)))
      .replace(/@/g, () => String.fromCharCode(between(65, 90)));
  }

  #address(code: string): string {
    const country = this.#countries[code];
    if (country === undefined) throw new Error(`unknown country ${code}`);
    const small = () => String(1 + Math.floor(this.#random() * 40));
    const line = this.#random() < 0.3 ? '\n' : ', ';
    return country.format
      .replaceAll('|', line)
      .replace('{number}', String(1 + Math.floor(this.#random() * 250)))
      .replace(/\{small\}/g, small)
      .replace(/\{one\}/g, () => String(1 + Math.floor(this.#random() * 9)))
      .replace('{street}', this.#pick(country.streets))
      .replace('{town}', this.#pick(country.towns))
      .replace('{code}', this.#shaped(country.code.replace(/^#/, '[1-9]')));
  }

  #email(): string {
    const name = this.#shaped('@@@@@.@@@@##').toLowerCase();
    return `${name}@${this.#pick(this.#numbers.domains)}`;
  }

  #card(): string {
    for (;;) {
      const digits = this.#shaped(this.#pick(this.#numbers.cards));
      if (luhnSum(digits) % 10 !== 0) continue;
      return this.#random() < 0.5 ? digits : digits.replace(/(.{4})(?=.)/g, '$1 ');
    }
  }

  #iban(country: string): string {
    const account = this.#shaped(this.#numbers.ibanShapes[country] ?? '');
    const expanded = [...`${account}${country}00`]
      .map((letter) => String(Number.parseInt(letter, 36)))
      .join('');
    const check = String(98n - (BigInt(expanded) % 97n)).padStart(2, '0');
    const iban = `${country}${check}${account}`;
    return this.#random() < 0.5 ? iban : iban.replace(/(.{4})(?=.)/g, '$1 ');
  }

  #birth(format: string): string {
    const two = (max: number) => String(1 + Math.floor(this.#random() * max)).padStart(2, '0');
    return format
      .replace('{d}', two(28))
      .replace('{m}', two(12))
      .replace('{y}', String(1940 + Math.floor(this.#random() * 65)));
  }

  #age(format: string): { prefix: string; value: string } {
    const written = format.replace('{n}', String(18 + Math.floor(this.#random() * 70)));
    const [first = '', second] = written.split('|');
    return second === undefined ? { prefix: '', value: first } : { prefix: first, value: second };
  }

  #nationalId(country: string): { prefix: string; value: string } {
    const id = this.#numbers.nationalIds[country];
    if (id === undefined) throw new Error(`no national number of ${country}`);
    const { label: prefix, shape, check } = id;
    for (;;) {
      const value = this.#shaped(shape);
      if (check === undefined || isValid(check, value)) return { prefix, value };
    }
  }
}

interface Validator {
  validate(value: string): { isValid?: boolean };
}

const require = createRequire(import.meta.url);
const validators = require('stdnum') as { stdnum: Record<string, Record<string, Validator>> };

function isValid(check: string, value: string): boolean {
  const [country = '', number = ''] = check.split('.');
  return validators.stdnum[country]?.[number]?.validate(value).isValid === true;
}

/** Luhn algorithm, ISO/IEC 7812-1, annex B. */
function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, at) => {
    const weighted = at % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return sum + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
}

function mulberry32(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

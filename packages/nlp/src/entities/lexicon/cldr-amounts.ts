import { unitForms } from './cldr-calendar.ts';
import type { Lexicon } from './lexicon.ts';

/** Currencies whose names are taken from the CLDR, by the number of their users. */
const currencyCodes =
  'USD EUR GBP JPY CNY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH INR BRL MXN ZAR KRW THB IDR VND ILS AED SAR EGP'.split(
    ' ',
  );

const unitSymbols: Readonly<Record<string, string>> = {
  ...{ kilometer: 'km', meter: 'm', centimeter: 'cm', millimeter: 'mm', mile: 'mi', foot: 'ft', inch: 'in' },
  ...{ yard: 'yd', kilogram: 'kg', gram: 'g', pound: 'lb', ounce: 'oz', liter: 'l', milliliter: 'ml' },
  ...{ gallon: 'gal', hectare: 'ha', acre: 'acre', celsius: '°C', fahrenheit: '°F', degree: '°' },
  ...{ kilobyte: 'kB', megabyte: 'MB', gigabyte: 'GB', terabyte: 'TB', 'kilometer-per-hour': 'km/h' },
};

const amounts = [1, 2, 3, 5, 1.5];

/** Returns the names of currencies after a number, in all their plural forms, from the Unicode CLDR. */
export function cldrMoney(language: string): Pick<Lexicon['money'], 'words'> {
  const words: Record<string, string> = {};
  for (const currency of currencyCodes) {
    const format = new Intl.NumberFormat(language, {
      ...{ style: 'currency', currency, currencyDisplay: 'name', numberingSystem: 'latn' },
      maximumFractionDigits: 1,
    } as const);
    for (const amount of amounts) {
      const parts = format.formatToParts(amount);
      const at = parts.findIndex(({ type }) => type === 'currency');
      const name = parts[at]?.value.trim().toLowerCase() ?? '';
      if (at > 0 && /\p{L}/u.test(name)) words[name] = currency;
    }
  }
  return { words };
}

/** Returns the names of units of measure and of percent after a number from the Unicode CLDR. */
export function cldrQuantities(language: string): Pick<Lexicon['quantities'], 'units' | 'percent'> {
  const units: Record<string, string> = {};
  for (const [unit, symbol] of Object.entries(unitSymbols)) {
    for (const name of unitForms(language, unit)) units[name] = symbol;
  }
  return { units, percent: unitForms(language, 'percent') };
}

import { memoize } from '@quern/runtime/caching/memoize';
import { z } from 'zod';
import { cldrMoney, cldrQuantities } from './cldr-amounts.ts';
import { cldrCalendar } from './cldr-calendar.ts';
import { type Lexicon, lexiconSchema } from './lexicon.ts';
import { lexiconFiles } from './lexicon-files.ts';

/** Locales of the CLDR for the codes that language detection reports, where they differ. */
const localeOf = new Map([['no', 'nb']]);

const { addresses, cues } = lexiconSchema.shape;
const sharedWordsSchema = z.object({ addresses, cues });

/**
 * Returns the words of a language that apply to texts of any language. The rest of a lexicon takes longer to read, and
 * these words are needed of all languages.
 */
export const sharedWordsOf = memoize(
  (language: string): Pick<Lexicon, 'addresses' | 'cues'> =>
    sharedWordsSchema.parse(lexiconFiles.get(language) ?? {}),
);

/** Returns the vocabulary of a language: its file over the names that the Unicode CLDR has for any language. */
export const lexiconOf = memoize((language: string): Lexicon => {
  const file = lexiconFiles.get(language);
  const own = lexiconSchema.parse(file ?? {});
  const locale = localeOf.get(language) ?? language;
  if (Intl.DateTimeFormat.supportedLocalesOf([locale]).length === 0) return own;
  const cldr = cldrCalendar(locale);
  const { calendar, money, quantities } = own;
  const units = cldrQuantities(locale);
  return {
    ...own,
    calendar: {
      ...calendar,
      months: cldr.months.map((names, at) => [...(calendar.months[at] ?? []), ...names]),
      weekdays: cldr.weekdays.map((names, at) => [...(calendar.weekdays[at] ?? []), ...names]),
      dates: file === undefined ? cldr.dates : calendar.dates,
      days: { ...cldr.days, ...calendar.days },
      periodPhrases: file === undefined ? cldr.periodPhrases : calendar.periodPhrases,
      units: { ...cldr.units, ...calendar.units },
    },
    money: { ...money, words: { ...cldrMoney(locale).words, ...money.words } },
    quantities: {
      ...quantities,
      units: { ...units.units, ...quantities.units },
      percent: [...quantities.percent, ...units.percent],
    },
  };
});

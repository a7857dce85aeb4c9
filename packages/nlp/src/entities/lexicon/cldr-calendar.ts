import type { CalendarWords } from './lexicon.ts';

type CldrCalendar = Pick<CalendarWords, 'months' | 'weekdays' | 'dates' | 'days' | 'periodPhrases' | 'units'>;

const dateLocale = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const;

/** Returns the names of months, weekdays, days, weeks and time units of a language from the Unicode CLDR. */
export function cldrCalendar(language: string): CldrCalendar {
  return {
    months: monthNames(language),
    weekdays: weekdayNames(language),
    dates: datePatterns(language),
    ...relativeNames(language),
    units: timeUnitNames(language),
  };
}

function monthNames(language: string): string[][] {
  const forms: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'long', day: 'numeric' },
    { month: 'long', year: 'numeric' },
    { month: 'short' },
    { month: 'short', day: 'numeric' },
  ];
  const formats = forms.map((form) => new Intl.DateTimeFormat(language, { ...dateLocale, ...form }));
  return Array.from({ length: 12 }, (_, month) => {
    const date = new Date(Date.UTC(2026, month, 15));
    const names = formats.flatMap((format) =>
      format.formatToParts(date).flatMap(({ type, value }) => (type === 'month' ? [value] : [])),
    );
    return [...new Set(names.filter((name) => !/^\d+$/.test(name)).map(optionalPeriod))];
  });
}

function weekdayNames(language: string): string[][] {
  const formats = (['long', 'short'] as const).map(
    (weekday) => new Intl.DateTimeFormat(language, { ...dateLocale, weekday }),
  );
  return Array.from({ length: 7 }, (_, day) => {
    const monday = new Date(Date.UTC(2026, 0, 5 + day));
    return [...new Set(formats.map((format) => optionalPeriod(format.format(monday))))];
  });
}

/** An abbreviation may be written with or without its period. */
function optionalPeriod(name: string): string {
  return name.endsWith('.') ? `${name.slice(0, -1)}~` : name;
}

/** The language's long and medium date formats as templates, see `compileTemplate`. */
function datePatterns(language: string): string[] {
  const forms: Intl.DateTimeFormatOptions[] = [
    { dateStyle: 'full' },
    { dateStyle: 'long' },
    { dateStyle: 'medium' },
    { weekday: 'long', month: 'long', day: 'numeric' },
    { month: 'long', day: 'numeric' },
    { month: 'short', day: 'numeric' },
    { month: 'long', year: 'numeric' },
  ];
  const sample = new Date(Date.UTC(2026, 0, 12));
  const templates = forms.map((form) =>
    new Intl.DateTimeFormat(language, { ...dateLocale, ...form })
      .formatToParts(sample)
      .map(({ type, value }) => templatePart(type, value))
      .join('')
      .trim(),
  );
  // Formats in digits only are read by a rule of their shape, not by a template.
  return [...new Set(templates)].filter((template) => /\p{L}/u.test(template.replace(/\{[dmy]\}/g, '')));
}

function templatePart(type: string, value: string): string {
  if (type === 'day') return '{d}';
  if (type === 'month') return /^\d+$/.test(value) ? '{m}' : '{month}';
  if (type === 'year') return '{y}';
  if (type === 'weekday') return '{weekday}';
  return value.replace(/[[\](){}|~<>$\u2013\u200e\u200f_]/g, '').replace(/[\u00a0\u202f]/g, ' ');
}

const relativeUnits = [
  ['week', 'W'],
  ['month', 'MO'],
  ['year', 'Y'],
] as const;

/** "Tomorrow", "next week": the CLDR's phrases that contain no number. */
function relativeNames(language: string): Pick<CalendarWords, 'days' | 'periodPhrases'> {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const days: Record<string, number> = {};
  // In the order of likelihood: Hindi has one word for yesterday and tomorrow.
  for (const distance of [0, 1, -1, 2, -2]) {
    const name = format.format(distance, 'day').toLowerCase();
    if (!/\d/.test(name) && days[name] === undefined) days[name] = distance;
  }
  const periodPhrases: Record<string, string> = {};
  for (const [unit, code] of relativeUnits) {
    for (const distance of [-1, 0, 1]) {
      const name = format.format(distance, unit).toLowerCase();
      if (!/\d/.test(name)) periodPhrases[name] = `${distance}${code}`;
    }
  }
  return { days, periodPhrases };
}

const timeUnits = [
  ['second', 'S'],
  ['minute', 'M'],
  ['hour', 'H'],
  ['day', 'D'],
  ['week', 'W'],
  ['month', 'MO'],
  ['year', 'Y'],
] as const;

function timeUnitNames(language: string): Record<string, string> {
  const names: Record<string, string> = {};
  for (const [unit, code] of timeUnits) {
    for (const name of unitForms(language, unit)) names[name] = code;
  }
  return names;
}

/** Amounts that take each of the CLDR's plural forms in some language. */
const amounts = [1, 2, 3, 5, 11, 1.5];

/**
 * Returns the forms of a unit's name after a number, by the language's plural rules.
 *
 * @param unit sanctioned unit identifier of ECMA-402, such as `kilometer`
 */
export function unitForms(language: string, unit: string): string[] {
  const format = new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' },
  } as const);
  const forms = amounts.map((amount) => {
    const parts = format.formatToParts(amount);
    const at = parts.findIndex(({ type }) => type === 'unit');
    // Names before the number, and names that contain it, need a rule of their shape.
    return at > 0 ? (parts[at]?.value.trim().toLowerCase() ?? '') : '';
  });
  return [...new Set(forms)].filter((name) => /[\p{L}\p{M}]{2}/u.test(name));
}

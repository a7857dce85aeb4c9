/**
 * Writes the names of months and days of the week of each language from CLDR, as Node.js ships it (Unicode License):
 *
 *     node training/language/write-calendar-words.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../packages/text/src/language');
const scriptsFile = join(folder, 'classifier/script-languages.data.json');
const output = join(folder, 'lexicon/calendar-words.data.json');

/** A Monday. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

function listCalendarWords(language: string): string[] {
  const words = new Set<string>();
  const formats = [{ weekday: 'long' }, { month: 'long' }, { month: 'long', day: 'numeric' }] as const;
  const [weekday, month, dayOfMonth] = formats.map(
    (format) => new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' }),
  );
  for (let day = 0; day < 7; day++) words.add(weekday?.format(monday + day * dayMs) ?? '');
  for (let index = 0; index < 12; index++) {
    const date = Date.UTC(2024, index, 15);
    words.add(month?.format(date) ?? '');
    // Many languages inflect the month after a day.
    words.add(dayOfMonth?.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '');
  }
  return [...words]
    .map((word) => word.toLocaleLowerCase(language))
    .filter((word) => /^[\p{L}\p{M}'’ -]{3,}$/u.test(word));
}

function main(): void {
  const scripts = JSON.parse(readFileSync(scriptsFile, 'utf8')) as Record<string, Record<string, number>>;
  const languages = Object.values(scripts)
    .map((priors) => Object.keys(priors))
    .filter(({ length }) => length > 1)
    .flat();
  const supported = Intl.DateTimeFormat.supportedLocalesOf([...new Set(languages)].sort());
  const lines = supported.map((language) => {
    const words =
      language === 'sr'
        ? [...listCalendarWords('sr'), ...listCalendarWords('sr-Latn')]
        : listCalendarWords(language);
    return `  ${JSON.stringify(language === 'fil' ? 'tl' : language)}: ${JSON.stringify(words.join('; '))}`;
  });
  writeFileSync(output, `{\n${lines.join(',\n')}\n}\n`);
}

main();

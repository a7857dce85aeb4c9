import * as recognizers from '@microsoft/recognizers-text-suite';
import * as chrono from 'chrono-node';
import nlp from 'compromise';
import { z } from 'zod';
import type { LabeledSpan } from './read-gold.ts';
import { referenceDate } from './read-gold.ts';

/** A library's own finds in a text; undefined where it does not speak the language. */
export type BaselineExtractor = (text: string, language: string) => LabeledSpan[] | undefined;

/** What each library answers for: its score counts these types alone. */
export const baselines: readonly { name: string; types: readonly string[]; find: BaselineExtractor }[] = [
  { name: 'chrono-node', types: ['DATE', 'TIME'], find: byChrono },
  {
    name: 'recognizers-text',
    types: [
      ...['DATE', 'TIME', 'DURATION', 'MONEY', 'PERCENT', 'QUANTITY', 'NUMBER', 'ORDINAL'],
      ...['EMAIL', 'URL', 'PHONE_NUMBER', 'IP_ADDRESS', 'HASHTAG', 'MENTION'],
    ],
    find: byRecognizers,
  },
  {
    name: 'compromise',
    types: ['MONEY', 'PERCENT', 'NUMBER', 'ORDINAL', 'EMAIL', 'URL', 'PHONE_NUMBER', 'HASHTAG', 'MENTION'],
    find: byCompromise,
  },
];

function byChrono(text: string, language: string): LabeledSpan[] | undefined {
  const parsers = { en: language === 'en-GB' ? chrono.en.GB : chrono.en.casual, ...others };
  const parser = Object.entries(parsers).find(([name]) => name === language.slice(0, 2))?.[1];
  return parser?.parse(text, referenceDate).map((result) => {
    const day = (['day', 'weekday', 'month', 'year'] as const).some((part) => result.start.isCertain(part));
    const type = result.start.isCertain('hour') && !day ? 'TIME' : 'DATE';
    return { startIndex: result.index, endIndex: result.index + result.text.length, type };
  });
}

const others = {
  de: chrono.de.casual,
  fr: chrono.fr.casual,
  es: chrono.es.casual,
  pt: chrono.pt.casual,
  it: chrono.it.casual,
  nl: chrono.nl.casual,
};

const cultures = new Map(
  Object.entries({
    en: 'en-us',
    de: 'de-de',
    fr: 'fr-fr',
    es: 'es-es',
    pt: 'pt-br',
    it: 'it-it',
    nl: 'nl-nl',
  }),
);
const recognizedTypes = new Map(
  Object.entries({
    number: 'NUMBER',
    ordinal: 'ORDINAL',
    percentage: 'PERCENT',
    currency: 'MONEY',
    dimension: 'QUANTITY',
    temperature: 'QUANTITY',
    'datetimeV2.date': 'DATE',
    'datetimeV2.daterange': 'DATE',
    'datetimeV2.datetime': 'DATE',
    'datetimeV2.set': 'DATE',
    'datetimeV2.time': 'TIME',
    'datetimeV2.timerange': 'TIME',
    'datetimeV2.duration': 'DURATION',
    phonenumber: 'PHONE_NUMBER',
    ip: 'IP_ADDRESS',
    mention: 'MENTION',
    hashtag: 'HASHTAG',
    email: 'EMAIL',
    url: 'URL',
  }),
);

function byRecognizers(text: string, language: string): LabeledSpan[] | undefined {
  const culture = cultures.get(language.slice(0, 2)) ?? 'en-us';
  const all = [
    recognizers.recognizeNumber,
    recognizers.recognizeOrdinal,
    recognizers.recognizePercentage,
    recognizers.recognizeCurrency,
    recognizers.recognizeDimension,
    recognizers.recognizeTemperature,
    (query: string, code: string) => recognizers.recognizeDateTime(query, code, undefined, referenceDate),
    recognizers.recognizePhoneNumber,
    recognizers.recognizeIpAddress,
    recognizers.recognizeMention,
    recognizers.recognizeHashtag,
    recognizers.recognizeEmail,
    recognizers.recognizeURL,
  ].flatMap((recognize) => recognize(text, culture));
  return longest(
    all.flatMap(({ start, end, typeName }) => {
      const type = recognizedTypes.get(typeName);
      return type === undefined ? [] : [{ startIndex: start, endIndex: end + 1, type }];
    }),
  );
}

const found = z.array(z.object({ offset: z.object({ start: z.number(), length: z.number() }) }));

function byCompromise(text: string, language: string): LabeledSpan[] | undefined {
  if (!language.startsWith('en')) return undefined;
  const doc = nlp(text);
  const views = {
    ORDINAL: doc.match('#Ordinal+'),
    MONEY: doc.money(),
    PERCENT: doc.percentages(),
    NUMBER: doc.match('#Cardinal+'),
    EMAIL: doc.emails(),
    URL: doc.urls(),
    PHONE_NUMBER: doc.phoneNumbers(),
    HASHTAG: doc.hashTags(),
    MENTION: doc.atMentions(),
  };
  return longest(
    Object.entries(views).flatMap(([type, view]) =>
      found.parse(view.json({ offset: true })).map(({ offset }) => {
        const raw = text.slice(offset.start, offset.start + offset.length);
        const lead = /^[\s("']*/.exec(raw)?.[0].length ?? 0;
        const length = raw.replace(/[\s.,;:!?)"']+$/, '').length;
        return { startIndex: offset.start + lead, endIndex: offset.start + length, type };
      }),
    ),
  );
}

/** The longer of two that overlap, the later-named recognizer of two alike. */
function longest(spans: readonly LabeledSpan[]): LabeledSpan[] {
  const chosen: LabeledSpan[] = [];
  for (const span of [...spans]
    .reverse()
    .sort((a, b) => b.endIndex - b.startIndex - (a.endIndex - a.startIndex))) {
    if (chosen.every((other) => span.endIndex <= other.startIndex || other.endIndex <= span.startIndex))
      chosen.push(span);
  }
  return chosen;
}

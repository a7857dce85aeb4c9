import type { TypedSpan } from '../../metrics/span-f1.ts';
import { referenceDate } from './gold-sentences.ts';
import { keepLongestSpans } from './keep-longest-spans.ts';

type Recognize = (text: string, culture: string) => { start: number; end: number; typeName: string }[];

/** The part of @microsoft/recognizers-text-suite that is used. */
export interface Recognizers {
  readonly recognizeNumber: Recognize;
  readonly recognizeOrdinal: Recognize;
  readonly recognizePercentage: Recognize;
  readonly recognizeCurrency: Recognize;
  readonly recognizeDimension: Recognize;
  readonly recognizeTemperature: Recognize;
  readonly recognizeDateTime: (
    text: string,
    culture: string,
    options: undefined,
    reference: Date,
  ) => ReturnType<Recognize>;
  readonly recognizePhoneNumber: Recognize;
  readonly recognizeIpAddress: Recognize;
  readonly recognizeMention: Recognize;
  readonly recognizeHashtag: Recognize;
  readonly recognizeEmail: Recognize;
  readonly recognizeURL: Recognize;
}

const cultures: Readonly<Record<string, string>> = {
  en: 'en-us',
  de: 'de-de',
  fr: 'fr-fr',
  es: 'es-es',
  pt: 'pt-br',
  it: 'it-it',
  nl: 'nl-nl',
};

const types: Readonly<Record<string, string>> = {
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
};

/** Finds entities with all recognizers of Microsoft's Recognizers-Text. */
export function findWithRecognizers(recognizers: Recognizers, text: string, language: string): TypedSpan[] {
  const culture = cultures[language.slice(0, 2)] ?? 'en-us';
  const found = [
    recognizers.recognizeNumber(text, culture),
    recognizers.recognizeOrdinal(text, culture),
    recognizers.recognizePercentage(text, culture),
    recognizers.recognizeCurrency(text, culture),
    recognizers.recognizeDimension(text, culture),
    recognizers.recognizeTemperature(text, culture),
    recognizers.recognizeDateTime(text, culture, undefined, referenceDate),
    recognizers.recognizePhoneNumber(text, culture),
    recognizers.recognizeIpAddress(text, culture),
    recognizers.recognizeMention(text, culture),
    recognizers.recognizeHashtag(text, culture),
    recognizers.recognizeEmail(text, culture),
    recognizers.recognizeURL(text, culture),
  ].flat();
  return keepLongestSpans(
    found.flatMap(({ start, end, typeName }) => {
      const type = types[typeName];
      return type === undefined ? [] : [{ startIndex: start, endIndex: end + 1, type }];
    }),
  );
}

import { fitSentences } from '@quern/nlp/summary/fit-sentences';
import { type Summary, sentenceSeparator } from '@quern/nlp/summary/summarize-text';
import { ServiceError } from '../../errors/service-error.ts';
import type { OperationContext } from '../define-operation.ts';

interface TranslationOrder {
  readonly from: string;
  readonly to: string;
  readonly maxLength: number | undefined;
}

/** Room beyond the limit, since a translation may be shorter than its source: a part of it, and a sentence. */
const roomFactor = 1.4;
const roomUnits = 240;

/** Summarizes, translates sentence by sentence, and holds the limit again on what came out. */
export async function translateSummary(
  order: TranslationOrder,
  summarize: (maxLength: number | undefined) => Promise<Summary>,
  { engines, signal, progress }: OperationContext,
) {
  const { from, to, maxLength } = order;
  if (from === 'und') {
    throw new ServiceError(
      'unsupported_language',
      `the language of the text cannot be told, so it cannot be translated into ${to}; send a longer text`,
    );
  }
  const room = maxLength === undefined ? undefined : Math.ceil(maxLength * roomFactor) + roomUnits;
  const summary = await summarize(room);
  progress(0.5, 'translating');
  const translated = await engines.translator.translate({
    sentences: summary.sentences.map((sentence) => sentence.text),
    from,
    to,
    signal,
  });
  const joiner = sentenceSeparator(translated.language);
  const fitted = fitSentences(
    translated.sentences,
    summary.sentences.map((sentence) => sentence.score),
    maxLength ?? Number.POSITIVE_INFINITY,
    joiner,
  );
  let text = '';
  const sentences = fitted.sentences.map((sentence) => {
    if (text !== '') text += joiner;
    const startIndex = text.length;
    text += sentence.text;
    const source = summary.sentences[sentence.index]?.source;
    return {
      text: sentence.text,
      startIndex,
      endIndex: text.length,
      ...(source === undefined ? {} : { source }),
    };
  });
  return {
    summary: text,
    sentences,
    truncated: fitted.truncated || (maxLength !== undefined && summary.truncated),
    targetLanguage: translated.language,
    engine: `extractive+${translated.engine}`,
  };
}

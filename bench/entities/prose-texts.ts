import { z } from 'zod';
import type { DataFiles } from '../../eval/data/data-files.ts';
import { annotatedSentenceSchema, toAnnotatedText } from '../../eval/entities/annotated-sentence.ts';

/** Prose of one language. */
export interface ProseTexts {
  /** BCP 47 tag. */
  readonly language: string;
  readonly texts: readonly string[];
}

/** UTF-16 code units of one text, and of all texts of a language. */
const textLength = 2000;
const languageLength = 8000;

const articles = [
  ['en', 'summary/cnndm.dev'],
  ['de', 'summary/klexikon-de.dev'],
] as const;
const sentences = [
  ['ru', 'ner/factrueval-ru.dev'],
  ['zh', 'ner/uner-zh.dev'],
  ['ja', 'ner/wikipedia-ja.dev'],
] as const;

/** Reads articles in English and German, and sentences of news and encyclopedias in Russian, Chinese and Japanese. */
export function readProseTexts(data: DataFiles): ProseTexts[] {
  const article = z.object({ text: z.string() });
  return [
    ...articles.map(([language, file]) => ({
      language,
      texts: cutTexts(data.readRows(file, (row) => article.parse(row).text)),
    })),
    ...sentences.map(([language, file]) => ({
      language,
      texts: cutTexts(data.readRows(file, (row) => toAnnotatedText(annotatedSentenceSchema.parse(row)).text)),
    })),
  ];
}

/** Joins texts and cuts them into equal ones. */
function cutTexts(texts: readonly string[]): string[] {
  const joined = texts.join('\n').slice(0, languageLength);
  return Array.from({ length: joined.length / textLength }, (_, index) =>
    joined.slice(index * textLength, (index + 1) * textLength),
  );
}

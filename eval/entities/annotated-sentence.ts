import { z } from 'zod';
import type { TypedSpan } from '../metrics/span-f1.ts';

/** A sentence of an NER data set: tokens with BIO tags. */
export const annotatedSentenceSchema = z.object({
  tokens: z.array(z.string()),
  tags: z.array(z.string()),
  lang: z.string(),
  /** Whether a space follows each token (1) or none (0); without it, spaces separate all tokens. */
  space_after: z.array(z.number()).optional(),
});

/** A row that matches the schema. */
export type AnnotatedSentence = z.infer<typeof annotatedSentenceSchema>;

/** Joins the tokens, by default with spaces, and returns the annotated spans as ranges of that text. */
export function toAnnotatedText(sentence: Pick<AnnotatedSentence, 'tokens' | 'tags' | 'space_after'>): {
  text: string;
  gold: TypedSpan[];
} {
  const starts: number[] = [];
  let text = '';
  for (const [index, token] of sentence.tokens.entries()) {
    if (text !== '' && sentence.space_after?.[index - 1] !== 0) text += ' ';
    starts.push(text.length);
    text += token;
  }
  const gold = decodeBio(sentence.tags).map(({ first, last, type }) => ({
    startIndex: starts[first] ?? 0,
    endIndex: (starts[last] ?? 0) + (sentence.tokens[last] ?? '').length,
    type,
  }));
  return { text, gold };
}

/** Decodes BIO tags into spans of tokens; an `I-` tag continues a span whatever its type. */
export function decodeBio(tags: readonly string[]): { first: number; last: number; type: string }[] {
  const spans: { first: number; last: number; type: string }[] = [];
  let open: { first: number; last: number; type: string } | undefined;
  for (const [index, tag] of tags.entries()) {
    if (tag.startsWith('I-')) {
      if (open !== undefined) open.last = index;
      continue;
    }
    open = tag.startsWith('B-') ? { first: index, last: index, type: tag.slice(2) } : undefined;
    if (open !== undefined) spans.push(open);
  }
  return spans;
}

import type { UnreadContent } from '@quern/documents/model/recognized-page';
import type { JoinedText, SourceFile } from '@quern/documents/read-documents';
import { encodeJson } from '@quern/runtime/json-fragment';
import type { TaskContext } from '@quern/runtime/pool/task';
import { transferParts } from './document-tasks.ts';
import { countTokens, detectLanguage } from './text-properties.ts';

/** Either a text or the files of one document, in order. */
export type TextSource =
  | { readonly content: string }
  | { readonly files: readonly SourceFile[]; readonly password?: string | undefined };

/** A text with everything that summaries need to know about it. */
export interface PreparedText {
  readonly text: string;
  /** Title of the document, else ''. */
  readonly title: string;
  readonly tokenCount: number;
  /** BCP 47 tag; `und` when the language is not detected. */
  readonly language: string;
  /** For each file, the pages whose text has to be recognized first; the text lacks them. */
  readonly unread: readonly UnreadContent[];
  /** JSON of the blocks of a document, whose runs and ranges refer to `text`; undefined for texts. */
  readonly blocks?: Uint8Array | undefined;
}

/** Reads a text or the files of one document, with what a summary needs to know about it. */
export async function prepareText(source: TextSource, context: TaskContext): Promise<PreparedText> {
  const { text, title, unread, blocks }: Omit<JoinedText, 'blocks'> & Partial<JoinedText> =
    'content' in source ? { text: source.content, title: '', unread: [] } : await readFiles(source, context);
  if (unread.some(({ unreadPages }) => unreadPages.length > 0)) {
    for (const content of unread) transferParts(content, context);
    return { text: '', title, tokenCount: 0, language: 'und', unread };
  }
  await context.yieldIfDue();
  const tokenCount = await countTokens(text, context);
  const language = await detectLanguage(text);
  // As bytes, they cost the main thread nothing on their way to the next task.
  return { text, title, tokenCount, language, unread, blocks: blocks && encodeJson(blocks) };
}

async function readFiles(
  { files, password }: Extract<TextSource, { readonly files: unknown }>,
  { yieldIfDue }: TaskContext,
) {
  const { readDocuments } = await import('@quern/documents/read-documents');
  return readDocuments(files, { yieldIfDue, password });
}

import type { ContentBlock } from '@quern/content/blocks/content-block';
import { plainText, type RichText } from '@quern/content/blocks/rich-text';
import { DocumentError } from '../errors/document-error.ts';
import type { DocumentContent, DocumentFormat, DocumentMetadata } from '../model/document-content.ts';
import type { ReaderOptions, ReadPart } from '../nested/nested-documents.ts';
import { selectPages } from '../office/select-pages.ts';

/** A file that is attached to a message. */
export interface MessageAttachment {
  /** '' if it has none. */
  readonly name: string;
  readonly mediaType: string;
  /** Its bytes, or a reader of a message that is not a file. */
  readonly content: Uint8Array | ReadPart;
}

/** A message as its reader found it. */
export interface Message {
  /** '' if there is none. */
  readonly subject: string;
  /** Names and values of the displayed fields, which may be ''. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: readonly ContentBlock[];
  readonly attachments: readonly MessageAttachment[];
  readonly metadata: DocumentMetadata;
}

const attachmentsMax = 500;
/** Heading level of the name of an attachment, below the subject. */
const attachmentLevel = 2;

/**
 * Writes a message: the subject as heading, the fields, the body, a list of the attachments, and the attachments that
 * can be read, each under its name. A message with such attachments has pages: itself, then those of the attachments.
 *
 * @throws DocumentError `invalid_pages`; the signal's reason when aborted
 */
export async function composeMessage(
  format: DocumentFormat,
  { subject, fields, body, attachments, metadata }: Message,
  options: ReaderOptions,
): Promise<DocumentContent> {
  const blocks: ContentBlock[] = [];
  if (subject !== '') blocks.push({ kind: 'heading', level: 1, content: plainText(subject) });
  const header = headerLines(fields);
  if (header.length > 0) blocks.push({ kind: 'paragraph', content: header });
  for (const block of body) blocks.push(block);
  const listed = attachments.slice(0, attachmentsMax);
  for (const block of attachmentList(listed)) blocks.push(block);
  const files = listed.map(({ name, content: part }) =>
    part instanceof Uint8Array ? { name, open: openOf(part) } : { name, read: part },
  );
  const place = { headingLevel: attachmentLevel, firstPage: 2 };
  const parts = await options.nested.read(files, place, options);
  const content = { format, metadata, warnings: parts.warnings };
  if (parts.pages.length === 0) return { ...content, blocks, pages: [] };
  const all = [...blocks.map((block) => ({ ...block, page: 1 })), ...parts.blocks];
  const pages = [{ number: 1 }, ...parts.pages];
  return { ...content, ...selectPages(all, pages, pages.length, options.pages) };
}

function openOf(bytes: Uint8Array): (bytesMax: number) => Uint8Array {
  return (bytesMax) => {
    if (bytes.length > bytesMax)
      throw new DocumentError('too_complex', `it has more than ${bytesMax} bytes.`);
    return bytes;
  };
}

function headerLines(fields: Message['fields']): RichText {
  return fields
    .filter(([, value]) => value !== '')
    .flatMap(
      ([name, value], index): RichText => [
        ...(index === 0 ? [] : [{ type: 'break' } as const]),
        { type: 'emphasis', mark: '**', children: [{ type: 'text', value: `${name}:` }] },
        { type: 'text', value: ` ${value}` },
      ],
    );
}

function attachmentList(attachments: readonly MessageAttachment[]): ContentBlock[] {
  if (attachments.length === 0) return [];
  return [
    { kind: 'paragraph', content: plainText('Attachments:') },
    ...attachments.map(({ name, mediaType, content }): ContentBlock => {
      const size = content instanceof Uint8Array ? `, ${sizeText(content.length)}` : '';
      const text = `${name || 'without a name'} (${mediaType}${size})`;
      return { kind: 'list-item', depth: 0, marker: '-', content: plainText(text), isAdjacent: true };
    }),
  ];
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Replaces line ends and control characters by spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

import type { ContentBlock } from '@quern/content/blocks/content-block';
import { plainText, type RichText } from '@quern/content/blocks/rich-text';
import { readHtmlBlocks } from '@quern/content/html/read-html-blocks';
import { createResolver } from '@quern/content/html/resolve-address';
import { writeText } from '@quern/content/plain-text/write-text';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { DocumentError } from '../errors/document-error.ts';
import { parseFile } from '../html/read-html.ts';
import { type DocumentContent, type DocumentMetadata, emptyMetadata } from '../model/document-content.ts';
import { countLines, countParts } from './message-size.ts';
import { textMessageBlocks } from './text-message-blocks.ts';

/** Parts in parts, messages in messages, and bytes of the header of one part. */
const limits = { maxNestingDepth: 50, maxRfc822NestingDepth: 5, maxHeadersSize: 512 * 1024 };
const partsMax = 2000;
/** Each line takes about 1.5 KB until it is decoded; those of attachments have 76 characters. */
const linesMin = 100_000;
const lineBytes = 50;
const addressesMax = 100;
const attachmentsMax = 500;
/** Shorter HTML parts only refer to the text, or to a page. */
const htmlShareMin = 0.5;

/**
 * Reads an e-mail message (RFC 5322, MIME): the subject as heading, sender, recipients and date, the body, and a list of
 * the attachments, which are not read.
 *
 * @throws DocumentError `encrypted`, `unreadable` or `too_complex`
 */
export async function readEml(bytes: Uint8Array): Promise<DocumentContent> {
  const email = await parseEmail(bytes);
  rejectEncrypted(email);
  const blocks: ContentBlock[] = [];
  const subject = oneLine(email.subject ?? '');
  if (subject !== '') blocks.push({ kind: 'heading', level: 1, content: plainText(subject) });
  const header = headerLines(email);
  if (header.length > 0) blocks.push({ kind: 'paragraph', content: header });
  for (const block of await bodyBlocks(email)) blocks.push(block);
  for (const block of attachmentBlocks(email.attachments)) blocks.push(block);
  return { format: 'eml', blocks, metadata: metadataOf(email, subject), pages: [], warnings: [] };
}

async function parseEmail(bytes: Uint8Array): Promise<Email> {
  if (countLines(bytes) > Math.max(linesMin, bytes.length / lineBytes))
    throw new DocumentError('too_complex', 'The e-mail has too many lines.');
  if (countParts(bytes) > partsMax)
    throw new DocumentError('too_complex', `The e-mail has more than ${partsMax} parts.`);
  try {
    return await PostalMime.parse(bytes, { ...limits, attachmentEncoding: 'arraybuffer' });
  } catch (cause) {
    const isLimit = cause instanceof Error && /exceed|depth|maximum/i.test(cause.message);
    throw isLimit
      ? new DocumentError('too_complex', 'The e-mail is nested too deeply or has too large a header.', {
          cause,
        })
      : new DocumentError('unreadable', 'The e-mail is damaged: its parts cannot be read.', { cause });
  }
}

/** Encrypted messages have the encrypted text as an attachment, or as their text. */
function rejectEncrypted({ headers, attachments, text = '' }: Email): void {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const isMime = /^application\/(?:x-)?pkcs7-mime/i.test(type);
  const isEncrypted =
    (isMime && !/smime-type\s*=\s*"?signed-data/i.test(type)) ||
    /^multipart\/encrypted/i.test(type) ||
    attachments.some(({ mimeType }) => mimeType === 'application/pgp-encrypted') ||
    text.trimStart().startsWith('-----BEGIN PGP MESSAGE-----');
  if (isEncrypted)
    throw new DocumentError(
      'encrypted',
      'The e-mail is encrypted: decrypt it in your e-mail program and save it again.',
    );
  if (isMime)
    throw new DocumentError(
      'unsupported',
      'The e-mail is packed in its S/MIME signature: save it without the signature.',
    );
}

function headerLines(email: Email): RichText {
  const date = email.headers.find(({ key }) => key === 'date')?.value ?? '';
  const fields: readonly (readonly [name: string, value: string])[] = [
    ['From', addressText(email.from ? [email.from] : [])],
    ['To', addressText(email.to ?? [])],
    ['Cc', addressText(email.cc ?? [])],
    ['Date', oneLine(date)],
  ];
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

function addressText(addresses: readonly Address[]): string {
  const texts = addresses.slice(0, addressesMax).map((address) => {
    if (address.group !== undefined) return `${address.name}: ${addressText(address.group)}`;
    const name = oneLine(address.name);
    return name === '' || name === address.address ? address.address : `${name} <${address.address}>`;
  });
  if (addresses.length > addressesMax) texts.push(`and ${addresses.length - addressesMax} more`);
  return texts.join(', ');
}

async function bodyBlocks({ html, text = '' }: Email): Promise<ContentBlock[]> {
  if (html === undefined || html.trim() === '') return textMessageBlocks(text);
  const document = await parseFile(html, false);
  // Images inside of the message have no address.
  const resolve = createResolver('');
  const blocks = readHtmlBlocks(document.body, (address) =>
    /^cid:/i.test(address.trim()) ? undefined : resolve(address),
  );
  return writeText(blocks).length < text.trim().length * htmlShareMin ? textMessageBlocks(text) : blocks;
}

function attachmentBlocks(attachments: readonly Attachment[]): ContentBlock[] {
  const listed = attachments.filter((attachment) => !isEmbedded(attachment)).slice(0, attachmentsMax);
  if (listed.length === 0) return [];
  return [
    { kind: 'paragraph', content: plainText('Attachments:') },
    ...listed.map((attachment): ContentBlock => {
      const name = oneLine(attachment.filename ?? '') || 'without a name';
      const text = `${name} (${attachment.mimeType}, ${sizeText(sizeOf(attachment))})`;
      return { kind: 'list-item', depth: 0, marker: '-', content: plainText(text), isAdjacent: true };
    }),
  ];
}

/** Images that the body displays, and signatures. */
function isEmbedded({ mimeType, related, disposition }: Attachment): boolean {
  if (/^application\/(?:x-)?(?:pkcs7|pgp)-signature$/.test(mimeType)) return true;
  return related === true && mimeType.startsWith('image/') && disposition !== 'attachment';
}

function sizeOf({ content }: Attachment): number {
  return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function metadataOf(email: Email, subject: string): DocumentMetadata {
  const time = Date.parse(email.date ?? '');
  const { from } = email;
  return {
    ...emptyMetadata,
    title: subject,
    author: from === undefined ? '' : oneLine(from.name) || (from.address ?? ''),
    createdAt: Number.isNaN(time) ? '' : new Date(time).toISOString().replace('.000Z', 'Z'),
    language: oneLine(email.headers.find(({ key }) => key === 'content-language')?.value ?? ''),
  };
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

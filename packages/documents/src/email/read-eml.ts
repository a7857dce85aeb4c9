import type { ContentBlock } from '@quern/content/blocks/content-block';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { DocumentError } from '../errors/document-error.ts';
import { type DocumentContent, type DocumentMetadata, emptyMetadata } from '../model/document-content.ts';
import type { ReaderOptions } from '../nested/nested-documents.ts';
import { composeMessage, type MessageAttachment, oneLine } from './compose-message.ts';
import { htmlMessageBlocks } from './html-message-blocks.ts';
import { contentIdOf, messageImages } from './message-images.ts';
import { countLines, countParts } from './message-size.ts';
import { textMessageBlocks } from './text-message-blocks.ts';

/** Parts in parts, messages in messages, which are read as attachments, and bytes of the header of one part. */
const limits = { maxNestingDepth: 50, maxRfc822NestingDepth: 0, maxHeadersSize: 512 * 1024 };
const partsMax = 2000;
/** Each line takes about 1.5 KB until it is decoded; those of attachments have 76 characters. */
const linesMin = 100_000;
const lineBytes = 50;
const addressesMax = 100;

/**
 * Reads an e-mail message (RFC 5322, MIME): the subject as heading, sender, recipients and date, the body, a list of the
 * attachments, and the content of those that can be read, with that of forwarded messages.
 *
 * @throws DocumentError `encrypted`, `unreadable` or `too_complex`
 */
export async function readEml(bytes: Uint8Array, options: ReaderOptions): Promise<DocumentContent> {
  const email = await parseEmail(bytes);
  rejectEncrypted(email);
  const subject = oneLine(email.subject ?? '');
  const date = oneLine(email.headers.find(({ key }) => key === 'date')?.value ?? '');
  return composeMessage(
    'eml',
    {
      subject,
      fields: [
        ['From', addressText(email.from ? [email.from] : [])],
        ['To', addressText(email.to ?? [])],
        ['Cc', addressText(email.cc ?? [])],
        ['Date', date],
      ],
      body: await bodyBlocks(email, options),
      attachments: attachmentsOf(email.attachments),
      metadata: metadataOf(email, subject),
    },
    options,
  );
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

function addressText(addresses: readonly Address[]): string {
  const texts = addresses.slice(0, addressesMax).map((address) => {
    if (address.group !== undefined) return `${address.name}: ${addressText(address.group)}`;
    const name = oneLine(address.name);
    return name === '' || name === address.address ? address.address : `${name} <${address.address}>`;
  });
  if (addresses.length > addressesMax) texts.push(`and ${addresses.length - addressesMax} more`);
  return texts.join(', ');
}

async function bodyBlocks(
  { html, text = '', attachments }: Email,
  { pictures }: ReaderOptions,
): Promise<ContentBlock[]> {
  if (html === undefined || html.trim() === '') return textMessageBlocks(text);
  const files = attachments.flatMap(({ contentId, content }): [string, Uint8Array][] =>
    contentId === undefined ? [] : [[contentIdOf(contentId), bytesOf(content)]],
  );
  return htmlMessageBlocks(html, text, messageImages(pictures, new Map(files)));
}

function bytesOf(content: Attachment['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

function attachmentsOf(attachments: readonly Attachment[]): MessageAttachment[] {
  return attachments
    .filter((attachment) => !isEmbedded(attachment))
    .map((attachment) => {
      const bytes = bytesOf(attachment.content);
      const isMessage = attachment.mimeType === 'message/rfc822';
      const name = oneLine(attachment.filename ?? '') || (isMessage ? 'Forwarded message' : '');
      return { name, mediaType: attachment.mimeType, content: bytes };
    });
}

/** Images that the body displays, and signatures. */
function isEmbedded({ mimeType, related, disposition }: Attachment): boolean {
  if (/^application\/(?:x-)?(?:pkcs7|pgp)-signature$/.test(mimeType)) return true;
  return related === true && mimeType.startsWith('image/') && disposition !== 'attachment';
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

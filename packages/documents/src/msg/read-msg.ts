import type { ContentBlock } from '@quern/content/blocks/content-block';
import { type CompoundStorage, openCompoundFile } from '../compound/open-compound-file.ts';
import { timestampOfFileTime } from '../compound/read-property-set.ts';
import { composeMessage, type MessageAttachment, oneLine } from '../email/compose-message.ts';
import { htmlMessageBlocks } from '../email/html-message-blocks.ts';
import { contentIdOf, messageImages } from '../email/message-images.ts';
import { textMessageBlocks } from '../email/text-message-blocks.ts';
import { DocumentError } from '../errors/document-error.ts';
import { type DocumentContent, emptyMetadata } from '../model/document-content.ts';
import type { ReaderOptions } from '../nested/nested-documents.ts';
import { readRtf } from '../rtf/read-rtf.ts';
import { decompressRtf } from './decompress-rtf.ts';
import { extractHtml } from './extract-html.ts';
import { msgProperties as ids, MessageProperties } from './message-properties.ts';

/** Types of recipients ([MS-OXOMSG] 2.2.3.1). */
const recipientTypes = { to: 1, cc: 2 };
const recipientsMax = 100;
const attachmentsMax = 500;
const utf8 = 65001;

/**
 * Reads an Outlook message ([MS-OXMSG]) as an e-mail is read: the subject, the fields, the body as HTML, which RTF may
 * contain, RTF or text, and the attachments, with the messages among them.
 *
 * @throws DocumentError `encrypted`, `unreadable` or `too_complex`; the signal's reason when aborted
 */
export async function readMsg(bytes: Uint8Array, options: ReaderOptions): Promise<DocumentContent> {
  return readMessage(openCompoundFile(bytes), 32, options);
}

async function readMessage(
  storage: CompoundStorage,
  headBytes: 32 | 24,
  options: ReaderOptions,
): Promise<DocumentContent> {
  const properties = new MessageProperties(storage, headBytes);
  if (/^IPM\.Note\.SMIME$/i.test(properties.text(ids.messageClass)))
    throw new DocumentError(
      'encrypted',
      'The e-mail is encrypted: decrypt it in your e-mail program and save it again.',
    );
  const subject = oneLine(properties.text(ids.subject));
  const recipients = readRecipients(storage, properties);
  const { name, address } = senderOf(properties);
  const createdAt = timeOf(properties);
  return composeMessage(
    'msg',
    {
      subject,
      fields: [
        ['From', mailbox(name, address)],
        ['To', recipients.to || oneLine(properties.text(ids.displayTo))],
        ['Cc', recipients.cc || oneLine(properties.text(ids.displayCc))],
        ['Date', dateOf(properties, createdAt)],
      ],
      body: await readBody(storage, properties, options),
      attachments: readAttachments(storage, properties),
      metadata: { ...emptyMetadata, title: subject, author: name || address, createdAt },
    },
    options,
  );
}

function senderOf(properties: MessageProperties): { name: string; address: string } {
  const text = (id: number) => oneLine(properties.text(id));
  const address =
    text(ids.representedSmtpAddress) ||
    text(ids.senderSmtpAddress) ||
    [text(ids.representedAddress), text(ids.senderAddress)].find(isAddress) ||
    '';
  return { name: text(ids.representedName) || text(ids.senderName), address };
}

/** Addresses of Exchange are paths of its directory. */
function isAddress(text: string): boolean {
  return text.includes('@');
}

function mailbox(name: string, address: string): string {
  if (name === '' || name === address) return address;
  return address === '' ? name : `${name} <${address}>`;
}

function timeOf(properties: MessageProperties): string {
  const time = properties.time(ids.submitTime) ?? properties.time(ids.deliveryTime);
  return time === undefined ? '' : timestampOfFileTime(time);
}

/** The date as the header of the message states it, else in UTC. */
function dateOf(properties: MessageProperties, timestamp: string): string {
  const stated = /^Date:[ \t]*(.{1,200})$/im.exec(properties.text(ids.headers))?.[1];
  if (stated !== undefined) return oneLine(stated);
  return timestamp === '' ? '' : new Date(timestamp).toUTCString().replace('GMT', '+0000');
}

function readRecipients(storage: CompoundStorage, message: MessageProperties): { to: string; cc: string } {
  const boxes = new Map<number, string[]>();
  for (const part of partsOf(storage, '__recip_version1.0_')) {
    const properties = new MessageProperties(part, 8, message.codePage);
    const name = oneLine(properties.text(ids.displayName));
    const address = [ids.smtpAddress, ids.address].map((id) => oneLine(properties.text(id))).find(isAddress);
    const type = properties.number(ids.recipientType) ?? recipientTypes.to;
    const texts = boxes.get(type) ?? [];
    boxes.set(type, texts);
    const text = mailbox(name, address ?? '');
    if (text !== '') texts.push(text);
  }
  const join = (type: number) => {
    const texts = boxes.get(type) ?? [];
    const others = texts.length - recipientsMax;
    return [...texts.slice(0, recipientsMax), ...(others > 0 ? [`and ${others} more`] : [])].join(', ');
  };
  return { to: join(recipientTypes.to), cc: join(recipientTypes.cc) };
}

async function readBody(
  storage: CompoundStorage,
  properties: MessageProperties,
  options: ReaderOptions,
): Promise<ContentBlock[]> {
  const text = properties.text(ids.body);
  const htmlBytes = properties.binary(ids.html);
  const html = htmlBytes
    ? properties.decode(htmlBytes, properties.number(ids.internetCodePage) ?? utf8)
    : properties.text(ids.html);
  const readHtml = (content: string) => {
    const files = options.pictures === undefined ? [] : embeddedFiles(storage, properties);
    return htmlMessageBlocks(content, text, messageImages(options.pictures, new Map(files)));
  };
  if (html.trim() !== '') return readHtml(html);
  const compressed = properties.binary(ids.compressedRtf);
  if (compressed === undefined) return textMessageBlocks(text);
  const rtf = decompressRtf(compressed);
  const extracted = await extractHtml(rtf, options);
  const blocks = extracted === undefined ? (await readRtf(rtf, options)).blocks : await readHtml(extracted);
  return blocks.length > 0 ? [...blocks] : textMessageBlocks(text);
}

/** The attachments that the body can refer to, by their content ids. */
function embeddedFiles(storage: CompoundStorage, message: MessageProperties): [string, Uint8Array][] {
  return partsOf(storage, '__attach_version1.0_').flatMap((part): [string, Uint8Array][] => {
    const properties = new MessageProperties(part, 8, message.codePage);
    const id = properties.text(ids.contentId);
    const data = id === '' ? undefined : properties.binary(ids.data);
    return data === undefined ? [] : [[contentIdOf(id), data]];
  });
}

function readAttachments(storage: CompoundStorage, message: MessageProperties): MessageAttachment[] {
  const attachments: MessageAttachment[] = [];
  for (const part of partsOf(storage, '__attach_version1.0_')) {
    const properties = new MessageProperties(part, 8, message.codePage);
    const text = (id: number) => oneLine(properties.text(id));
    const name = text(ids.longFileName) || text(ids.fileName) || text(ids.displayName);
    const mediaType = text(ids.mediaType);
    const attached = properties.object(ids.data);
    const data = properties.binary(ids.data);
    // Pictures that the body displays are hidden attachments, or those that it refers to.
    const isEmbedded = (properties.number(ids.isHidden) ?? 0) % 2 === 1 || text(ids.contentId) !== '';
    if (attached?.stream('__properties_version1.0') !== undefined)
      attachments.push({
        name: name || 'Attached message',
        mediaType: 'message',
        content: (nested) => readMessage(attached, 24, nested),
      });
    else if (data !== undefined && !(isEmbedded && /^image\//i.test(mediaType)))
      attachments.push({ name, mediaType: mediaType || 'application/octet-stream', content: data });
  }
  return attachments;
}

function partsOf(storage: CompoundStorage, prefix: string): CompoundStorage[] {
  return storage.storageNames
    .filter((name) => name.startsWith(prefix))
    .toSorted()
    .slice(0, attachmentsMax)
    .flatMap((name) => storage.storage(name) ?? []);
}

import type { ContentBlock } from '@quern/content/blocks/content-block';
import { type PageImages, readHtmlBlocks } from '@quern/content/html/read-html-blocks';
import { createResolver } from '@quern/content/html/resolve-address';
import { writeText } from '@quern/content/plain-text/write-text';
import { parseFile } from '../html/read-html.ts';
import { textMessageBlocks } from './text-message-blocks.ts';

/** Shorter HTML parts only refer to the text, or to a page. */
const htmlShareMin = 0.5;

/**
 * Reads the HTML of a message, or its text if that has much more.
 *
 * @param images handles images without an address; default: they are left out
 * @throws DocumentError `too_complex`
 */
export async function htmlMessageBlocks(
  html: string,
  text: string,
  images?: PageImages,
): Promise<ContentBlock[]> {
  const document = await parseFile(html, false);
  // Images inside of the message have no address.
  const resolve = createResolver('');
  const blocks = readHtmlBlocks(
    document.body,
    (address) => (/^cid:/i.test(address.trim()) ? undefined : resolve(address)),
    images,
  );
  return writeText(blocks).length < text.trim().length * htmlShareMin ? textMessageBlocks(text) : blocks;
}

import { type DocumentContent, emptyMetadata } from '../model/document-content.ts';
import { readPlainText } from './decode-text.ts';

/** Reads a text file, which stays as it is. @throws DocumentError `empty` or `unsupported` */
export async function readText(bytes: Uint8Array): Promise<DocumentContent> {
  const text = await readPlainText(bytes);
  return {
    format: 'txt',
    blocks: text.trim() === '' ? [] : [{ kind: 'verbatim', text }],
    metadata: emptyMetadata,
    pages: [],
    warnings: [],
  };
}

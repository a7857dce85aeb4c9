import type { DocumentContent } from '../model/document-content.ts';
import { BlockBudget } from '../office/block-collector.ts';
import { putBelowTitle } from '../office/put-below-title.ts';
import { RepetitionBudget } from '../office/table-builder.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { RtfDefinitions } from './rtf-definitions.ts';
import { RtfLists } from './rtf-lists.ts';
import { RtfObjects } from './rtf-objects.ts';
import { RtfPictures } from './rtf-pictures.ts';
import { RtfReader } from './rtf-reader.ts';
import { tokenizeRtf } from './tokenize-rtf.ts';

const tokensPerYield = 20_000;

/** Reads Rich Text Format 1.9.1: the text in order, then the notes. @throws DocumentError */
export async function readRtf(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  const definitions = new RtfDefinitions();
  const pictures = new RtfPictures(new DocumentPictures(options.pictures));
  const repetitions = new RepetitionBudget(bytes.length);
  const objects = new RtfObjects(repetitions);
  const reader = new RtfReader({
    definitions,
    lists: new RtfLists(definitions),
    blocks: new BlockBudget(),
    repetitions,
    pictures,
    objects,
  });
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  let count = 0;
  for (const token of tokenizeRtf(file)) {
    reader.read(token);
    if (++count % tokensPerYield > 0) continue;
    options.signal?.throwIfAborted();
    await options.yieldIfDue?.();
  }
  const { blocks, title } = reader.finish();
  const metadata = reader.info.finish();
  return {
    format: 'rtf',
    blocks: putBelowTitle(blocks, title),
    metadata: { ...metadata, title: metadata.title || title },
    pages: [],
    warnings: [...pictures.finish(), ...objects.warnings],
  };
}

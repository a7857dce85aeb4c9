import type { FootnoteBlock } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import { isBlank } from '@quern/content/blocks/rich-text';
import { type CompoundStorage, openCompoundFile } from '../compound/open-compound-file.ts';
import { readSummaryInformation } from '../compound/read-property-set.ts';
import type { DocumentContent } from '../model/document-content.ts';
import { BlockBudget } from '../office/block-collector.ts';
import { putBelowTitle } from '../office/put-below-title.ts';
import { RepetitionBudget } from '../office/table-builder.ts';
import { EmbeddedObjects } from '../ole/embedded-objects.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
import type { PictureCollector } from '../pictures/picture-collector.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { DocumentStyles } from '../word/document-styles.ts';
import { ListNumbering } from '../word/list-numbering.ts';
import { DocDrawings } from './doc-drawings.ts';
import { type DocContext, findAnchors, findNotes, findTextBoxes, partIn } from './doc-parts.ts';
import { DocStory, type ReferredNote } from './doc-story.ts';
import { type FileInformation, readFileInformation } from './file-information.ts';
import { readCharacterRuns, readParagraphRuns } from './formatted-runs.ts';
import { type DocStreams, openDocStreams } from './open-doc-streams.ts';
import { LongProperties } from './paragraph-format.ts';
import { readDocLists } from './read-doc-lists.ts';
import { readDocStyles, readFonts } from './read-doc-styles.ts';
import { DocText } from './text-pieces.ts';

const stepsPerYield = 2000;
const noData = Buffer.alloc(0);

/**
 * Reads a binary document of Word 97 to 2003 ([MS-DOC]) as DOCX is read: the text in order, then the notes.
 *
 * @throws DocumentError; the signal's reason when aborted
 */
export async function readDoc(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  const storage = openCompoundFile(bytes);
  const streams = await openDocStreams(storage, options);
  const information = readFileInformation(streams.main);
  const context = openContext(storage, streams, information, {
    fileBytes: bytes.length,
    collector: options.pictures,
  });
  const body = new DocStory(context, true);
  await readSteps(body.read({ start: 0, end: information.lengths.main }), options);
  const blocks = putBelowTitle(body.finish(), body.title);
  for (const note of body.notes) {
    const block = await readNote(note, context, options);
    if (block) blocks.push(block);
  }
  const metadata = readSummaryInformation(storage);
  return {
    format: 'doc',
    blocks,
    metadata: { ...metadata, title: metadata.title || body.title },
    pages: [],
    warnings: [...context.pictures.warnings, ...context.objects.warnings],
  };
}

function openContext(
  storage: CompoundStorage,
  { main, table, data }: DocStreams,
  information: FileInformation,
  { fileBytes, collector }: { readonly fileBytes: number; readonly collector: PictureCollector | undefined },
): DocContext {
  const fonts = readFonts(partIn(table, information, 'fonts'));
  const styles = new DocumentStyles(readDocStyles(partIn(table, information, 'styles'), fonts));
  // The levels of the lists follow the part that the block states.
  const lists = table.subarray(information.partOf('lists').offset);
  const hasLists = information.partOf('lists').length > 0;
  const anchors = findAnchors(table, information);
  const repetitions = new RepetitionBudget(fileBytes);
  let objectPool: CompoundStorage | undefined;
  const pool = () => {
    objectPool ??= storage.storage('ObjectPool');
    return objectPool;
  };
  const overrides = partIn(table, information, 'listOverrides');
  return {
    text: new DocText(main, table, information.partOf('pieces')),
    characters: readCharacterRuns(main, table, information.partOf('characterPages')),
    paragraphs: readParagraphRuns(main, table, information.partOf('paragraphPages')),
    data,
    longProperties: new LongProperties(data),
    styles,
    numbering: new ListNumbering(readDocLists(hasLists ? lists : noData, overrides, fonts), (id) =>
      styles.numberingOf(id),
    ),
    fonts,
    notes: findNotes(table, information),
    boxes: findTextBoxes(table, information, anchors),
    anchors,
    drawings: new DocDrawings(partIn(table, information, 'drawings'), main),
    pictures: new DocumentPictures(collector),
    blocks: new BlockBudget(),
    repetitions,
    objects: new EmbeddedObjects(repetitions),
    openObject: (id) => pool()?.storage(`_${id}`),
  };
}

async function readNote(
  { label, start, end }: ReferredNote,
  context: DocContext,
  options: ReadDocumentOptions,
): Promise<FootnoteBlock | undefined> {
  const story = new DocStory(context, false);
  await readSteps(story.read({ start, end }), options);
  const content = flattenBlocks(story.finish(), 2);
  return isBlank(content) ? undefined : { kind: 'footnote', label, content };
}

async function readSteps(steps: Generator<void>, { signal, yieldIfDue }: ReadDocumentOptions): Promise<void> {
  let count = 0;
  for (const _ of steps) {
    if (++count % stepsPerYield > 0) continue;
    signal?.throwIfAborted();
    await yieldIfDue?.();
  }
}

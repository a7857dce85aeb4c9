import type { FootnoteBlock } from '@quern/content/blocks/content-block';
import { languageTag } from '@quern/content/metadata/language-tag';
import type { DocumentContent } from '../model/document-content.ts';
import { BlockBudget } from '../office/block-collector.ts';
import { RepetitionBudget } from '../office/table-builder.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { streamXml } from '../xml/xml-tree.ts';
import { collectOdfPicture } from './collect-odf-picture.ts';
import { OdfListCounters } from './odf-list-counters.ts';
import { OdfObjects } from './odf-objects.ts';
import { OdfStyles } from './odf-styles.ts';
import { type OdfPackage, openOdf } from './open-odf.ts';
import type { OdfContext } from './read-odf-body.ts';

/** Repetitions of cells that every file may have, however short it is. */
const repeatedCharactersMin = 1_000_000;

/** An OpenDocument file whose content is about to be read. */
export interface OdfDocument {
  readonly parts: OdfPackage;
  readonly styles: OdfStyles;
  readonly context: OdfContext;
  readonly notes: FootnoteBlock[];
}

/** Opens a file and reads its named styles. @throws DocumentError */
export async function startOdf(
  bytes: Uint8Array,
  { pictures: collector }: Pick<ReadDocumentOptions, 'pictures'>,
): Promise<OdfDocument> {
  const parts = openOdf(bytes);
  const styles = new OdfStyles();
  const { reader } = styles;
  if (parts.styles.length > 0)
    await streamXml(
      parts.styles,
      {
        isUnit: () => false,
        unit: () => {},
        open: (name, attributes) => reader.open(name, attributes),
        close: (name) => reader.close(name),
      },
      {},
    );
  const notes: FootnoteBlock[] = [];
  const pictures = new DocumentPictures(collector);
  const context: OdfContext = {
    styles,
    counters: new OdfListCounters(styles),
    notes,
    blocks: new BlockBudget(),
    pictures,
    pictureOf: (image, placement) => collectOdfPicture(image, placement, parts.archive, pictures),
    repetitions: new RepetitionBudget(Math.max(parts.content.length, repeatedCharactersMin)),
    objects: new OdfObjects(parts.objectOf),
    readsCharts: true,
  };
  return { parts, styles, context, notes };
}

/** Adds the notes and metadata. @param title the title in the text, '' if there is none */
export function finishOdf(
  { parts, styles, notes, context }: OdfDocument,
  content: Omit<DocumentContent, 'metadata'>,
  title: string,
): DocumentContent {
  const { metadata } = parts;
  return {
    ...content,
    blocks: [...content.blocks, ...notes.filter((note) => note.content.length > 0)],
    warnings: [...content.warnings, ...context.pictures.warnings],
    metadata: {
      ...metadata,
      title: metadata.title || title,
      language: metadata.language || languageTag(styles.reader.language),
    },
  };
}

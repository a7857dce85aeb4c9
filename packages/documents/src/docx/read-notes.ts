import type { FootnoteBlock } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import { isBlank } from '@quern/content/blocks/rich-text';
import { decodeUnicode } from '@quern/runtime/decode-charset';
import type { ZipArchive } from '../archive/open-zip.ts';
import { partOfType, type Relationship, readRelationships } from '../ooxml/relationships.ts';
import { FieldStack } from '../word/field-stack.ts';
import { childrenOf } from '../xml/query-xml.ts';
import { parseXmlTree, type XmlElement } from '../xml/xml-tree.ts';
import { type NoteKind, NoteReferences } from './note-references.ts';
import { type BodyContext, BodyReader } from './read-body.ts';

const notesBytesMax = 64 * 1024 * 1024;
/** Types of notes that only draw the line above the other notes. */
const separators = new Set(['separator', 'continuationSeparator', 'continuationNotice']);

interface NotesPart {
  readonly notes: ReadonlyMap<string, XmlElement>;
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** The footnotes and endnotes of a document. */
export interface DocumentNotes {
  readonly references: NoteReferences;
  /** Reads the notes that were referred to. */
  read(context: BodyContext): FootnoteBlock[];
}

/** Opens the parts with the footnotes and endnotes (ECMA-376 part 1, 17.11). */
export function readNotes(
  archive: ZipArchive,
  relationships: ReadonlyMap<string, Relationship>,
  folder: string,
): DocumentNotes {
  const open = (type: string): NotesPart => {
    const name = partOfType(archive, relationships, type) ?? `${folder}${type}.xml`;
    const bytes = archive.read(name, notesBytesMax);
    const root = bytes && parseXmlTree(decodeUnicode(bytes));
    const notes = childrenOf(root).filter(({ attributes }) => !separators.has(attributes['type'] ?? ''));
    return {
      notes: new Map(notes.map((note) => [note.attributes['id'] ?? '', note])),
      relationships: root ? readRelationships(archive, name) : new Map(),
    };
  };
  const parts: Readonly<Record<NoteKind, NotesPart>> = {
    footnote: open('footnotes'),
    endnote: open('endnotes'),
  };
  const references = new NoteReferences((kind, id) => parts[kind].notes.has(id));
  const read = (context: BodyContext): FootnoteBlock[] =>
    [...references.referred()].flatMap(({ kind, id, label }): FootnoteBlock[] => {
      const { notes, relationships: links } = parts[kind];
      const reader = new BodyReader({ ...context, relationships: links, fields: new FieldStack() });
      for (const child of childrenOf(notes.get(id))) reader.read(child);
      const content = flattenBlocks(reader.finish(), 2);
      return isBlank(content) ? [] : [{ kind: 'footnote', label, content }];
    });
  return { references, read };
}

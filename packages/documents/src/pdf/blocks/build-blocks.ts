import type { ContentBlock, PageBox } from '@quern/content/blocks/content-block';
import { isBlank } from '@quern/content/blocks/rich-text';
import type { PdfBookmark } from '@quern/pdf';
import type { Line } from '../lines/line.ts';
import type { PageElement } from '../lines/page-element.ts';
import { boundsOf } from '../words/word.ts';
import { BlockList } from './block-list.ts';
import { buildTable } from './build-table.ts';
import { measureFonts } from './document-fonts.ts';
import { findFootnotes } from './find-footnotes.ts';
import { findHeadings } from './find-headings.ts';
import { findListItems, isPartOfItem } from './find-list-items.ts';
import { groupLines } from './group-lines.ts';
import { InlineWriter } from './inline-text.ts';
import { joinGroups } from './join-groups.ts';
import type { Group, TextGroup } from './text-group.ts';
import { writeListing } from './write-listing.ts';

/** Builds the blocks of a document from the elements of its pages in reading order. */
export function buildBlocks(
  elements: readonly PageElement[],
  bookmarks: readonly PdfBookmark[],
): ContentBlock[] {
  const lines = elements.flatMap((element) =>
    element.kind === 'line' ? [element.line] : element.rows.flat().flatMap((cell) => cell.lines),
  );
  const fonts = measureFonts(lines);
  const grouped = groupLines(elements, fonts);
  const notes = findFootnotes(grouped, fonts);
  const candidates = findHeadings(grouped, fonts, bookmarks);
  const body = grouped.filter((group) => group.kind !== 'text' || !notes.labels.has(group));
  const groups = withNotes(
    joinGroups(body, (group) => candidates.has(group)),
    grouped,
    notes.labels,
  );
  const headings = new Map([...candidates].filter(([group]) => !notes.labels.has(group)));
  const items = findListItems(groups, headings);
  const writer = new InlineWriter(vocabularyOf(elements), notes.references);
  let item: { group: TextGroup; depth: number } | undefined;
  const list = new BlockList();
  for (const group of groups) {
    if (group.kind === 'table') {
      list.add(buildTable(group, writer));
      item = undefined;
      continue;
    }
    const place = placeOf(group);
    if (group.kind === 'code') {
      list.add({ kind: 'code', text: writeListing(group.lines), ...place });
      continue;
    }
    const found = items.get(group);
    const block = buildText(group, {
      writer,
      level: headings.get(group),
      found,
      label: notes.labels.get(group),
    });
    if (isBlank(block.content)) continue;
    if (found) item = { group, depth: found.depth };
    const isInItem = item !== undefined && isPartOfItem(group, item.group);
    const itemDepth =
      block.kind === 'paragraph' ? (group.tag?.depth ?? (isInItem ? item?.depth : undefined)) : undefined;
    if (!found && itemDepth === undefined && block.kind !== 'footnote') item = undefined;
    const placed = { ...block, ...place, ...(itemDepth === undefined ? {} : { itemDepth }) };
    if (group.tag?.role === 'quote') list.addQuoted(placed);
    else list.add(placed);
  }
  return list.blocks;
}

interface TextContext {
  readonly writer: InlineWriter;
  readonly level: number | undefined;
  readonly found: { readonly depth: number; readonly startsList: boolean } | undefined;
  readonly label: string | undefined;
}

function buildText(group: TextGroup, { writer, level, found, label }: TextContext) {
  const { lines, breaks, marker } = group;
  if (label !== undefined)
    return { kind: 'footnote', label, content: writer.write(lines, { skip: 1 }) } as const;
  if (level !== undefined)
    return { kind: 'heading', level, content: writer.write(lines, { isPlain: true }) } as const;
  if (found && marker)
    return {
      kind: 'list-item',
      depth: found.depth,
      number: marker.number,
      marker: marker.text,
      content: writer.write(lines, { breaks, skip: 1 }),
      isChecked: marker.isChecked,
      startsList: found.startsList,
    } as const;
  return { kind: 'paragraph', content: writer.write(lines, { breaks }) } as const;
}

/** Puts the footnotes after the groups between which they are, so that they do not divide paragraphs. */
function withNotes(
  joined: readonly Group[],
  all: readonly Group[],
  labels: ReadonlyMap<TextGroup, string>,
): Group[] {
  const kept = new Set(joined);
  const result: Group[] = [];
  const added = new Set<Group>();
  let at = 0;
  for (const group of all) {
    if (group.kind === 'text' && labels.has(group)) result.push(group);
    else if (kept.has(group)) {
      result.push(group);
      added.add(group);
    } else {
      // A joined table is a new object.
      const next = joined[at];
      if (
        next !== undefined &&
        group.kind === 'table' &&
        !added.has(next) &&
        next.kind === 'table' &&
        (next.firstPage ?? next.page) === group.page &&
        next.top === group.top
      ) {
        result.push(next);
        added.add(next);
      }
    }
    while (at < joined.length && added.has(joined[at] as Group)) at += 1;
  }
  return result;
}

function placeOf({ lines }: { readonly lines: readonly Line[] }): { page?: number; box?: PageBox } {
  const page = lines[0]?.page;
  if (page === undefined) return {};
  return { page, box: boundsOf(lines.filter((line) => line.page === page)) };
}

/** The words inside of lines in lower case, with and without hyphens. */
function vocabularyOf(elements: readonly PageElement[]): Set<string> {
  const words = new Set<string>();
  const add = (line: Line): void => {
    for (const word of line.words.slice(0, -1)) {
      const text = word.text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
      if (text.length > 2 && text.length < 40) words.add(text);
    }
  };
  for (const element of elements) if (element.kind === 'line') add(element.line);
  return words;
}

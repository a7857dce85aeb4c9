import type { DomDocument, DomElement } from './dom.ts';
import { numberAttributePrefix } from './page-tree.ts';

/**
 * Runs Mozilla's Readability on a numbered document, which it takes apart, and gives back the numbers of the
 * elements it would keep; an empty set when it finds no article or fails.
 */
export async function readabilityCandidate(document: DomDocument): Promise<ReadonlySet<number>> {
  const { Readability } = await import('@mozilla/readability');
  const kept = new Set<number>();
  let content: DomElement | undefined;
  try {
    // The checked boundary: Readability wants the browser's Document, of which linkedom has what it uses.
    const reader: unknown = Reflect.construct(Readability, [
      document,
      { serializer: (element: DomElement) => element, maxElemsToParse: 0 },
    ]);
    content = (reader as { parse(): { content: DomElement } | null }).parse()?.content;
  } catch {
    // Odd pages make it throw; then the other candidates decide.
    return kept;
  }
  if (content) for (const element of Array.from(content.querySelectorAll('*'))) addNumbers(element, kept);
  return kept;
}

/** Readability merges elements that wrap only one another and copies their attributes: one may have several numbers. */
function addNumbers(element: DomElement, kept: Set<number>): void {
  for (const { name } of Array.from(element.attributes)) {
    if (name.startsWith(numberAttributePrefix)) kept.add(Number(name.slice(numberAttributePrefix.length)));
  }
}

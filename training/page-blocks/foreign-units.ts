import type { DomElement } from '@quern/content/dom/dom';
import type { LabeledPage } from './labeled-page.ts';

/** Repeated units of a page that can follow an article on another one. */
export interface ForeignGroup {
  readonly units: readonly DomElement[];
  /** True for the posts of a discussion, which become comments. */
  readonly isDiscussion: boolean;
}

const meanCharsMin = 40;
const meanCharsMax = 1500;
const linkingShareMin = 0.6;
/** Fewer units are not a stream. */
export const groupSizeMin = 3;
/** Longer streams are cut. */
export const unitsMax = 14;

/**
 * Finds the streams of teasers and the posts of a page. Those of an article do not count if they are content, since
 * they could be its sections.
 */
export function findForeignGroups({ page, labels, type }: LabeledPage): ForeignGroup[] {
  const { blocks, features } = page;
  const { units } = features.structure;
  const members = new Map<number, DomElement[]>();
  const isDiscussion = type === 'forum';
  for (const [index, element] of blocks.elements.entries()) {
    if (units.unitOf[index] !== index) continue;
    const meanChars = units.meanChars[index] ?? 0;
    if (meanChars < meanCharsMin || meanChars > meanCharsMax) continue;
    if (!isDiscussion && (units.linkingShare[index] ?? 0) < linkingShareMin) continue;
    if (type === 'article' && hasContent(labels, blocks.firstBlock[index], blocks.endBlock[index])) continue;
    const first = features.elementFeatures.siblingGroup[index] ?? 0;
    const group = members.get(first) ?? [];
    if (group.length < unitsMax) group.push(element);
    members.set(first, group);
  }
  return [...members.values()]
    .filter((group) => group.length >= groupSizeMin)
    .map((group) => ({ units: group, isDiscussion }));
}

function hasContent(labels: Float32Array, from = 0, to = 0): boolean {
  return labels.subarray(from, to).some((label) => label > 0);
}

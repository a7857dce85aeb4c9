import type { BlockContext, BlockFeature } from './block-context.ts';
import { isDescendantOrSelf, stepsToCommonAncestor } from './content-candidates.ts';
import { labelGroups } from './heading-outline.ts';

/** Distances between blocks are capped here, in both directions. */
const distanceMax = 300;

/** From the parts of the page: text body, title, repeated units, outline, and the body that the page states. */
export const structureColumns: readonly BlockFeature[] = [
  ['body:inside', ({ structure: { body }, page, block }) => insideOf(page, block.container, body.element)],
  ['body:steps', (context) => bodySteps(context)],
  ['body:share', ({ structure: { body } }) => body.share],
  ['body:chars', ({ structure: { body } }) => body.chars],
  ['body:since', ({ index, structure: { body } }) => distance(index, body.firstBlock)],
  ['body:after', ({ index, structure: { body } }) => distance(index, body.lastBlock)],
  ['body:commonShare', (context) => bodyCommonShare(context)],
  ['stated:since', ({ index, structure }) => distance(index, structure.firstStated)],
  ['stated:after', ({ index, structure }) => distance(index, structure.lastStated)],
  ['title:steps', (context) => titleSteps(context)],
  ['title:commonShare', (context) => titleCommonShare(context)],
  [
    'title:inArticle',
    ({ structure: { titleArticle }, page, block }) => insideOf(page, block.container, titleArticle),
  ],
  ...unitColumns('unit', (context) => context.structure.units.unitOf[context.block.container] ?? -1),
  ...unitColumns('outer', (context) => context.structure.units.outerUnitOf[context.block.container] ?? -1),
  ['targets:sameSite', ({ structure: { links }, block }) => links.sameSite[block.container] ?? 0],
  ['targets:external', ({ structure: { links }, block }) => links.external[block.container] ?? 0],
  ...[1, 2, 3, 4].map(
    (level): BlockFeature => [
      `targets:perWord${level}`,
      ({ structure: { links }, ancestors, elements }) => {
        const element = ancestors[level] ?? -1;
        if (element < 0) return -1;
        return (links.sameSite[element] ?? 0) / Math.max(1, elements.words[element] ?? 0);
      },
    ],
  ),
  ...labelGroups.flatMap((name, group): readonly BlockFeature[] => [
    [
      `under:${name}`,
      ({ index, structure: { outline } }) => outline.enclosing[index * labelGroups.length + group] ?? 0,
    ],
    [
      `since:${name}`,
      ({ index, structure: { outline } }) => outline.sinceLabel[index * labelGroups.length + group] ?? 0,
    ],
  ]),
];

/** @param unitIn returns the unit of a block; -1 for none */
function unitColumns(prefix: string, unitIn: (context: BlockContext) => number): readonly BlockFeature[] {
  const column = (name: string, compute: (unit: number, context: BlockContext) => number): BlockFeature => [
    `${prefix}:${name}`,
    (context) => {
      const unit = unitIn(context);
      return unit < 0 ? -1 : compute(unit, context);
    },
  ];
  return [
    column('size', (unit, { structure: { units } }) => units.size[unit] ?? 0),
    column('chars', (unit, { elements }) => elements.chars[unit] ?? 0),
    column('meanChars', (unit, { structure: { units } }) => units.meanChars[unit] ?? 0),
    column('linkingShare', (unit, { structure: { units } }) => units.linkingShare[unit] ?? 0),
    column('parentShare', (unit, { structure: { units } }) => units.parentShare[unit] ?? 0),
    column(
      'groupShare',
      (unit, { structure: { units }, pageChars }) =>
        ((units.meanChars[unit] ?? 0) * (units.size[unit] ?? 0)) / pageChars,
    ),
    column(
      'linkShare',
      (unit, { elements }) => (elements.linkChars[unit] ?? 0) / Math.max(1, elements.chars[unit] ?? 0),
    ),
    column('images', (unit, { elements }) => elements.imageCount[unit] ?? 0),
    column(
      'steps',
      (unit, { page, block }) => (page.depths[block.container] ?? 0) - (page.depths[unit] ?? 0),
    ),
    column('hasTitle', (unit, { page, positions: { titleBlock } }) =>
      Number(titleBlock >= (page.firstBlock[unit] ?? 0) && titleBlock < (page.endBlock[unit] ?? 0)),
    ),
    column('hasBody', (unit, { page, structure: { body } }) => insideOf(page, body.element, unit)),
  ];
}

function insideOf(page: BlockContext['page'], inner: number, outer: number): number {
  return outer < 0 ? -1 : Number(inner >= 0 && isDescendantOrSelf(page, inner, outer));
}

function distance(index: number, block: number): number {
  return block < 0 ? -distanceMax - 1 : Math.max(-distanceMax, Math.min(distanceMax, index - block));
}

function bodySteps({ page, block, structure: { body } }: BlockContext): number {
  return body.element < 0 ? -1 : stepsToCommonAncestor(page, block.container, body.element);
}

function bodyCommonShare(context: BlockContext): number {
  const { element } = context.structure.body;
  return element < 0 ? -1 : commonShare(context, element);
}

function titleContainer({ page, positions }: BlockContext): number {
  return page.blocks[positions.titleBlock]?.container ?? -1;
}

function titleSteps(context: BlockContext): number {
  const container = titleContainer(context);
  return container < 0 ? -1 : stepsToCommonAncestor(context.page, context.block.container, container);
}

function titleCommonShare(context: BlockContext): number {
  const container = titleContainer(context);
  return container < 0 ? -1 : commonShare(context, container);
}

/** Share of the page's characters in the nearest ancestor that the block shares with another element. */
function commonShare({ page, block, elements, pageChars }: BlockContext, other: number): number {
  let left = block.container;
  let right = other;
  while (left !== right && left >= 0 && right >= 0) {
    if (left > right) left = page.parents[left] ?? -1;
    else right = page.parents[right] ?? -1;
  }
  return left < 0 || right < 0 ? 1 : (elements.chars[left] ?? 0) / pageChars;
}

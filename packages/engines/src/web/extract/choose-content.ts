import type { Element } from 'hast';
import { boilerplateRule } from './boilerplate-rule.ts';
import { type Extent, extentOf, measureTree } from './measure-tree.ts';
import type { PageKind } from './page-kind.ts';
import { filterTree, numberOf, property, walk } from './page-tree.ts';

export interface ChosenContent {
  readonly tree: Element;
  readonly candidate: 'readability' | 'pruned';
  /** Why, for the debug output. */
  readonly reason: string;
}

const mainId = /^(?:main|main-content|maincontent|content)$/i;
const mainTextMin = 100;

/**
 * Chooses between what Readability keeps (good on articles, poor elsewhere) and the page's main part without
 * boilerplate. Readability wins where it keeps most of the latter's text, mostly in paragraphs; how much is
 * asked depends on what the page says of itself. Thresholds were tuned on the development half of WCXB.
 */
export function chooseContent(body: Element, readable: ReadonlySet<number>, kind: PageKind): ChosenContent {
  const extents = measureTree(body);
  const root = mainPart(body, extents);
  const pruned = filterTree(root, boilerplateRule(root, extents, kind));
  const article = readableTree(body, readable);
  const prunedText = textSize(pruned);
  const articleText = textSize(article);
  const ratio = articleText.text / Math.max(1, prunedText.text);
  const prose = articleText.paragraphText / Math.max(1, articleText.text);
  const reason = `${kind}: Readability kept ${ratio.toFixed(2)} of the pruned text, ${prose.toFixed(2)} in paragraphs`;
  const wins =
    kind !== 'other' &&
    kind !== 'forum' &&
    articleText.text > 0 &&
    (kind === 'article' ? ratio > 0.5 : ratio > 0.8 && prose > 0.5 && articleText.text > 1000);
  if (wins) return { tree: article, candidate: 'readability', reason };
  if (prunedText.text > 0) return { tree: pruned, candidate: 'pruned', reason };
  return { tree: body, candidate: 'pruned', reason: 'nothing was left after pruning' };
}

function textSize(tree: Element): Extent {
  return extentOf(measureTree(tree), tree);
}

/** The largest element that is marked as the main part, else the body. */
function mainPart(body: Element, extents: ReadonlyMap<number, Extent>): Element {
  let best = body;
  let bestText = mainTextMin;
  walk(body, (element) => {
    if (element === body) return true;
    const marked =
      element.tagName === 'main' ||
      property(element, 'role') === 'main' ||
      mainId.test(property(element, 'id'));
    if (!marked) return true;
    const { text } = extentOf(extents, element);
    if (text > bestText) {
      best = element;
      bestText = text;
    }
    return false;
  });
  return best;
}

/** What Readability kept, in the shape of the page: its elements, and the ancestors that lead to them. */
function readableTree(body: Element, readable: ReadonlySet<number>): Element {
  const needed = new Set<number>();
  const mark = (element: Element): boolean => {
    let any = readable.has(numberOf(element));
    for (const child of element.children) if (child.type === 'element' && mark(child)) any = true;
    if (any) needed.add(numberOf(element));
    return any;
  };
  mark(body);
  const copy = (element: Element): Element => {
    const own = readable.has(numberOf(element));
    const children: Element['children'] = [];
    for (const child of element.children) {
      if (child.type === 'text' && own) children.push(child);
      if (child.type === 'element' && needed.has(numberOf(child))) children.push(copy(child));
    }
    return { ...element, children };
  };
  return copy(body);
}

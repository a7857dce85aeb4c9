import type { Element, ElementContent } from 'hast';
import { getProperty, hastText, visitElements } from '../../page/tree/hast.ts';
import { footnoteDefinitionTag, footnoteReferenceTag } from './internal-tags.ts';

/** Text of a reference: a number, a letter or a symbol, optionally in brackets. */
const referenceText = /^\s*[[(]?\s*(\d{1,4}|[a-z]|[ivx]{1,5}|[*†‡§])\s*[\])]?\s*$/i;
/** Id of a footnote. */
const footnoteId =
  /(?:^|[\s_:-])(?:fn|footnote|note|cite_note|cite|endnote|ref|reference|sdfootnote|ftn|edn)/i;
/** Id of a reference, to which a footnote links back. */
const referenceId = /(?:fn|ftn|edn|note|cite)[-_]?ref|sdfootnote\d+anc/i;
/** Class names of the links back to the references of MediaWiki. */
const backLinkClass = /(?:^|\s)mw-cite-backlink(?:\s|$)/;
/** Text of a link from a footnote back to its reference. */
const backLinkText = /^(?:[\s↩↑^⏎⤴[\]]|\uFE0E|\uFE0F)*$|^\s*(?:back|return)\b/i;

/**
 * Finds footnotes, that is short links to an element of the page with the id of a note, and marks references and
 * definitions, so that they become `[^1]` and `[^1]: ...`. Removes the links back to the text.
 */
export function markFootnotes(root: Element): Element {
  const labels = referencesOf(root);
  const targets = new Set<string>();
  visitElements(root, (element) => {
    if (labels.has(getProperty(element, 'id'))) targets.add(getProperty(element, 'id'));
    return true;
  });
  if (targets.size === 0) return root;
  const context: Context = {
    labels,
    targets,
    defined: new Set(),
    definitions: [],
    inDefinition: false,
  };
  const children = rewriteChildren(root, context);
  return { ...root, children: [...children, ...context.definitions] };
}

interface Context {
  readonly labels: ReadonlyMap<string, string>;
  readonly targets: ReadonlySet<string>;
  /** Ids of definitions found so far: the first of several elements with the same id counts. */
  readonly defined: Set<string>;
  readonly definitions: Element[];
  readonly inDefinition: boolean;
}

/** Returns a unique label for each id that is referenced, in the order of the first references. */
function referencesOf(root: Element): Map<string, string> {
  const labels = new Map<string, string>();
  const usedLabels = new Set<string>();
  visitElements(root, (element) => {
    const id = targetOf(element);
    if (id === '' || labels.has(id)) return true;
    const shown = referenceText.exec(hastText(element))?.[1];
    if (!shown || !footnoteId.test(id) || referenceId.test(id)) return true;
    const label = /^[\da-z]+$/i.test(shown) && !usedLabels.has(shown) ? shown : `note-${labels.size + 1}`;
    labels.set(id, label);
    usedLabels.add(label);
    return true;
  });
  return labels;
}

function targetOf(element: Element): string {
  const href = element.tagName === 'a' ? getProperty(element, 'href') : '';
  if (!href.startsWith('#')) return '';
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}

function rewriteChildren(element: Element, context: Context): ElementContent[] {
  const children: ElementContent[] = [];
  for (const child of element.children) {
    const definitions = context.definitions.length;
    const rewritten = child.type === 'element' ? rewrite(child, context) : child;
    if (rewritten) children.push(rewritten);
    else if (context.definitions.length > definitions) removeRule(children);
  }
  removeBrackets(children);
  return children;
}

/** Removes the rule above a list of footnotes, which are moved to the end. */
function removeRule(children: ElementContent[]): void {
  const last = children.findLastIndex((child) => child.type !== 'text' || child.value.trim() !== '');
  const rule = children[last];
  if (rule?.type === 'element' && rule.tagName === 'hr') children.splice(last);
}

/** Removes the page's own brackets around references: `[[^1]]` would not be one. */
function removeBrackets(children: ElementContent[]): void {
  for (const [index, child] of children.entries()) {
    if (child.type !== 'element' || child.tagName !== footnoteReferenceTag) continue;
    const before = children[index - 1];
    const after = children[index + 1];
    if (before?.type !== 'text' || after?.type !== 'text') continue;
    if (!before.value.endsWith('[') || !after.value.startsWith(']')) continue;
    children[index - 1] = { type: 'text', value: before.value.slice(0, -1) };
    children[index + 1] = { type: 'text', value: after.value.slice(1) };
  }
}

function rewrite(element: Element, context: Context): Element | undefined {
  const id = getProperty(element, 'id');
  if (
    context.targets.has(id) &&
    !context.defined.has(id) &&
    !context.inDefinition &&
    element.tagName !== 'a'
  ) {
    context.defined.add(id);
    context.definitions.push({
      type: 'element',
      tagName: footnoteDefinitionTag,
      properties: { identifier: context.labels.get(id) ?? id },
      children: rewriteChildren(element, { ...context, inDefinition: true }),
    });
    return undefined;
  }
  if (context.inDefinition && backLinkClass.test(getProperty(element, 'className'))) return undefined;
  const target = targetOf(element);
  if (context.inDefinition && referenceId.test(target) && referenceText.test(hastText(element)))
    return undefined;
  if (context.inDefinition && target !== '' && backLinkText.test(hastText(element))) return undefined;
  const label = context.labels.get(target);
  if (label !== undefined && context.targets.has(target) && referenceText.test(hastText(element))) {
    return {
      type: 'element',
      tagName: footnoteReferenceTag,
      properties: { identifier: label },
      // With text inside, white space around the element is treated as around text.
      children: [{ type: 'text', value: label }],
    };
  }
  const children = rewriteChildren(element, context);
  const isEmptied =
    /^(?:ol|ul|dl|sup)$/.test(element.tagName) &&
    children.every((child) => child.type === 'text' && child.value.trim() === '');
  if (isEmptied && element.children.length > 0 && element.tagName !== 'sup') return undefined;
  return { ...element, children };
}

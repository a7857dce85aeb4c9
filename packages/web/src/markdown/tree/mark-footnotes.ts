import { attributeOf, type DomElement, type DomNode, domText } from '@quern/content/dom/dom';
import { visitElements } from '@quern/content/dom/tree-queries';
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
export function markFootnotes(root: DomElement): DomElement {
  const labels = referencesOf(root);
  const targets = new Set<string>();
  visitElements(root, (element) => {
    if (labels.has(attributeOf(element, 'id'))) targets.add(attributeOf(element, 'id'));
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
  readonly definitions: DomElement[];
  readonly inDefinition: boolean;
}

/** Returns a unique label for each id that is referenced, in the order of the first references. */
function referencesOf(root: DomElement): Map<string, string> {
  const labels = new Map<string, string>();
  const usedLabels = new Set<string>();
  visitElements(root, (element) => {
    const id = targetOf(element);
    if (id === '' || labels.has(id)) return true;
    const shown = referenceText.exec(domText(element))?.[1];
    if (!shown || !footnoteId.test(id) || referenceId.test(id)) return true;
    const label = /^[\da-z]+$/i.test(shown) && !usedLabels.has(shown) ? shown : `note-${labels.size + 1}`;
    labels.set(id, label);
    usedLabels.add(label);
    return true;
  });
  return labels;
}

function targetOf(element: DomElement): string {
  const href = element.name === 'a' ? attributeOf(element, 'href') : '';
  if (!href.startsWith('#')) return '';
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}

function rewriteChildren(element: DomElement, context: Context): DomNode[] {
  const children: DomNode[] = [];
  for (const child of element.children) {
    const definitions = context.definitions.length;
    const rewritten = child.kind === 'element' ? rewrite(child, context) : child;
    if (rewritten) children.push(rewritten);
    else if (context.definitions.length > definitions) removeRule(children);
  }
  removeBrackets(children);
  return children;
}

/** Removes the rule above a list of footnotes, which are moved to the end. */
function removeRule(children: DomNode[]): void {
  const last = children.findLastIndex((child) => child.kind !== 'text' || child.value.trim() !== '');
  const rule = children[last];
  if (rule?.kind === 'element' && rule.name === 'hr') children.splice(last);
}

/** Removes the page's own brackets around references: `[[^1]]` would not be one. */
function removeBrackets(children: DomNode[]): void {
  for (const [index, child] of children.entries()) {
    if (child.kind !== 'element' || child.name !== footnoteReferenceTag) continue;
    const before = children[index - 1];
    const after = children[index + 1];
    if (before?.kind !== 'text' || after?.kind !== 'text') continue;
    if (!before.value.endsWith('[') || !after.value.startsWith(']')) continue;
    children[index - 1] = { kind: 'text', value: before.value.slice(0, -1) };
    children[index + 1] = { kind: 'text', value: after.value.slice(1) };
  }
}

function rewrite(element: DomElement, context: Context): DomElement | undefined {
  const id = attributeOf(element, 'id');
  if (context.targets.has(id) && !context.defined.has(id) && !context.inDefinition && element.name !== 'a') {
    context.defined.add(id);
    context.definitions.push({
      kind: 'element',
      name: footnoteDefinitionTag,
      attributes: { identifier: context.labels.get(id) ?? id },
      children: rewriteChildren(element, { ...context, inDefinition: true }),
    });
    return undefined;
  }
  if (context.inDefinition && backLinkClass.test(attributeOf(element, 'class'))) return undefined;
  const target = targetOf(element);
  if (context.inDefinition && referenceId.test(target) && referenceText.test(domText(element)))
    return undefined;
  if (context.inDefinition && target !== '' && backLinkText.test(domText(element))) return undefined;
  const label = context.labels.get(target);
  if (label !== undefined && context.targets.has(target) && referenceText.test(domText(element))) {
    return {
      kind: 'element',
      name: footnoteReferenceTag,
      attributes: { identifier: label },
      // With text inside, white space around the element is treated as around text.
      children: [{ kind: 'text', value: label }],
    };
  }
  const children = rewriteChildren(element, context);
  const isEmptied =
    /^(?:ol|ul|dl|sup)$/.test(element.name) &&
    children.every((child) => child.kind === 'text' && child.value.trim() === '');
  if (isEmptied && element.children.length > 0 && element.name !== 'sup') return undefined;
  return { ...element, children };
}

import { attributeOf, createDomElement, type DomElement, type DomNode } from '../dom/dom.ts';
import { containsTag } from '../dom/tree-queries.ts';
import { hasClass, isBlock, isDropped } from './elements.ts';

/** Class names of items of a task list, or of their checkboxes. */
const taskClass = /(?:^|[\s_-])(?:task|to-?do|check-?list)/i;

/**
 * The items of a list. Text between them is an item, and a block between them belongs to the item before. The list is
 * not changed.
 */
export function itemsOf(list: DomElement): DomElement[] {
  const items: DomElement[] = [];
  let loose: DomElement | undefined;
  /** The copy of the last item that has further blocks. */
  let extended: DomElement | undefined;
  for (const child of list.children) {
    if (child.kind === 'element' && isDropped(child)) continue;
    const last = items.at(-1);
    if (child.kind === 'element' && child.name === 'li') {
      loose = undefined;
      items.push(child);
    } else if (child.kind === 'element' && isBlock(child) && last !== undefined) {
      loose = undefined;
      if (last !== extended) {
        extended = { ...last, children: [...last.children] };
        items[items.length - 1] = extended;
      }
      extended.children.push(child);
    } else if (loose !== undefined) loose.children.push(child);
    else if (child.kind === 'element' || child.value.trim() !== '') {
      loose = createDomElement('li');
      loose.children.push(child);
      items.push(loose);
    }
  }
  return items;
}

/** The number of the first item of an ordered list. */
export function startOf(list: DomElement, items: number): number {
  const start = Number.parseInt(attributeOf(list, 'start'), 10);
  if (start >= 0 && start < 1e9) return start;
  return 'reversed' in list.attributes ? items : 1;
}

/** The terms and definitions of a list, which may be grouped in elements, and whatever else is between them. */
export function definitionParts(list: DomElement): DomElement[] {
  return list.children.flatMap((child): DomElement[] => {
    if (child.kind === 'text') {
      if (child.value.trim() === '') return [];
      const paragraph = createDomElement('p');
      paragraph.children.push(child);
      return [paragraph];
    }
    if (isDropped(child)) return [];
    return /^d[td]$/.test(child.name) || !containsTag(child, /^d[td]$/) ? [child] : definitionParts(child);
  });
}

/**
 * Whether the checkbox with which an item of a task list begins is checked; undefined for other items, such as those of
 * filters, and those that a checkbox folds.
 */
export function checkboxOf(item: DomElement): boolean | undefined {
  for (let element: DomElement | undefined = item; element; ) {
    const first: DomNode | undefined = element.children.find(
      (child) => child.kind === 'element' || child.value.trim() !== '',
    );
    if (first?.kind !== 'element') return undefined;
    if (first.name === 'input') return isTask(first, item) ? 'checked' in first.attributes : undefined;
    element = /^(?:p|label|span|div)$/.test(first.name) ? first : undefined;
  }
  return undefined;
}

function isTask(box: DomElement, item: DomElement): boolean {
  if (attributeOf(box, 'type').toLowerCase() !== 'checkbox') return false;
  if ('disabled' in box.attributes || hasClass(box, taskClass) || hasClass(item, taskClass)) return true;
  return !containsTag(item, /^label$/);
}

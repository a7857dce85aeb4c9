import type { InlineNode } from '../blocks/inline-node.ts';
import { attributeOf, createDomElement, type DomElement, type DomNode } from '../dom/dom.ts';
import { hasClass, isBlock } from '../dom/elements.ts';
import { containsTag } from '../dom/tree-queries.ts';

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
    return /^d[td]$/.test(child.name) || !containsTag(child, /^d[td]$/) ? [child] : definitionParts(child);
  });
}

/** Returns the marker of an item as a browser shows it: a number, or letters or Roman numerals by the type of the list. */
export function markerOf(list: DomElement, number: number): string {
  const type = attributeOf(list, 'type') || (listStyle.exec(attributeOf(list, 'style'))?.[1] ?? '');
  if (number < 1 || number > numeralMax) return `${number}.`;
  switch (type) {
    case 'a':
    case 'lower-alpha':
    case 'lower-latin':
      return `${lettersOf(number)}.`;
    case 'A':
    case 'upper-alpha':
    case 'upper-latin':
      return `${lettersOf(number).toUpperCase()}.`;
    case 'i':
    case 'lower-roman':
      return `${numeralOf(number)}.`;
    case 'I':
    case 'upper-roman':
      return `${numeralOf(number).toUpperCase()}.`;
    default:
      return `${number}.`;
  }
}

const listStyle = /(?:^|;)\s*list-style(?:-type)?\s*:[^;]{0,50}?\b((?:lower|upper)-(?:alpha|latin|roman))/;
const numeralMax = 3999;
const numerals = Object.entries({
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
});

function numeralOf(number: number): string {
  let rest = number;
  let numeral = '';
  for (const [letters, value] of numerals) for (; rest >= value; rest -= value) numeral += letters;
  return numeral;
}

/** a to z, aa, ab, ... (https://www.w3.org/TR/css-counter-styles-3/#alphabetic-system). */
function lettersOf(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(97 + ((number - 1) % 26));
}

/** Returns the checkbox with which an item begins. */
export function checkboxOf(item: DomElement): DomElement | undefined {
  for (let element: DomElement | undefined = item; element; ) {
    const first: DomNode | undefined = element.children.find(
      (child) => child.kind === 'element' || child.value.trim() !== '',
    );
    if (first?.kind !== 'element') return undefined;
    if (first.name === 'input')
      return attributeOf(first, 'type').toLowerCase() === 'checkbox' ? first : undefined;
    element = /^(?:p|label|span|div)$/.test(first.name) ? first : undefined;
  }
  return undefined;
}

/** Whether a checkbox shows the state of a task, and is not that of a filter or one that folds the item. */
export function isTask(box: DomElement, item: DomElement): boolean {
  if ('disabled' in box.attributes || hasClass(box, taskClass) || hasClass(item, taskClass)) return true;
  return !containsTag(item, /^label$/);
}

/** Whether a line has only a checkbox, which folds or selects something. */
export function isLoneBox(node: InlineNode): boolean {
  return node.type === 'raw' && /^\[[ x]\]$/.test(node.value);
}

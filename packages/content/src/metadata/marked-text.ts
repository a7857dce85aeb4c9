import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { attributeOf, type DomElement } from '../dom/dom.ts';
import properties from './marked-properties.data.json' with { type: 'json' };

const propertyNames: ReadonlyMap<string, string> = new Map(Object.entries(properties));
const vocabularyPrefix = /^(?:schema|dc|dct|dcterms|sioc|foaf|https?):/i;
const authorRelation = /\b(?:schema:author|has_creator|dc:creator|dcterms:creator)\b/;

const textLengthMax = 300;
const dateLengthMax = 100;
/** Nodes that are read for one text. */
const nodesMax = 200;
const inlineTag = /^(?:a|abbr|b|bdi|cite|em|font|i|small|span|strong|time)$/;
const bylineTag = /^(?:p|div|span|address|small|em|strong|li)$/;
/** Beginnings of lines that may be bylines, in the languages of byline-words. */
const bylineStart =
  /^(?:by|von|par|por|di|da|door|av|af|per|oleh|written by|posted by|[^\s:：]{1,12} ?[:：])\s/i;

/** Whether an element relates the page to its author in RDFa. */
export function isAuthorRelation({ attributes: { rel } }: DomElement): boolean {
  return rel !== undefined && authorRelation.test(rel);
}

/** The properties of microdata and RDFa on an element, by their names in schema.org. */
export function propertiesOf(element: DomElement): string[] {
  const { itemprop = '', property = '', rel = '' } = element.attributes;
  if (itemprop === '' && property === '' && !isAuthorRelation(element)) return [];
  // Those of Open Graph are read from the meta elements.
  const isOwn = (token: string) =>
    vocabularyPrefix.test(token) || (element.name !== 'meta' && !token.includes(':'));
  const tokens = `${itemprop} ${property.split(/\s+/).filter(isOwn).join(' ')} ${rel.includes(':') ? rel : ''}`;
  const names = tokens
    .split(/\s+/)
    .flatMap((token) => propertyNames.get(token.replace(/^.*[/#:]/, '').toLowerCase()) ?? []);
  return [...new Set(names)];
}

/** The values of a property: all forms of a date, otherwise the attribute or the text. */
export function valuesOf(element: DomElement, property: string): string[] {
  if (isDateProperty(property)) return datesOf(element);
  const content = attributeOf(element, 'content').trim();
  return [content || shortText(element)].filter(Boolean);
}

/** Whether the values of a property are dates. */
export function isDateProperty(property: string): boolean {
  return /date/i.test(property);
}

/** The attributes of an element that may be dates, and its text. */
export function datesOf(element: DomElement): string[] {
  const { datetime = '', content = '', title = '' } = element.attributes;
  return [datetime, content, title, shortText(element, dateLengthMax)].filter((text) => text.trim() !== '');
}

/** Whether a line begins like a byline. */
export function isBylineStart({ name, children }: DomElement): boolean {
  const first = children.find((child) => child.kind === 'element' || child.value.trim() !== '');
  if (first?.kind === 'element') return inlineTag.test(first.name) && isBylineStart(first);
  return bylineTag.test(name) && bylineStart.test(`${first?.value.trim().slice(0, 40).replace(/\s/g, ' ')} `);
}

/**
 * Text of an element, with line breaks around elements that are no part of a line.
 *
 * @returns '' if it is longer, or has more than 200 nodes
 */
export function shortText(element: DomElement, lengthMax = textLengthMax): string {
  const parts: string[] = [];
  let nodes = 0;
  let length = 0;
  const read = (parent: DomElement): boolean =>
    parent.children.every((child) => {
      if (++nodes > nodesMax) return false;
      if (child.kind === 'text') {
        parts.push(child.value.slice(0, lengthMax * 2).replace(/\s+/g, ' '));
        length += child.value.trim().length;
        return length <= lengthMax;
      }
      if (child.name === 'svg' || child.name === 'style') return true;
      const separator = inlineTag.test(child.name) ? ' ' : '\n';
      parts.push(separator);
      const isComplete = read(child);
      parts.push(separator);
      return isComplete;
    });
  if (!read(element)) return '';
  const lines = parts.join('').split('\n');
  return lines
    .map((line) => collapseWhitespace(line).replace(/ (?=[,.:;])/g, ''))
    .filter(Boolean)
    .join('\n');
}

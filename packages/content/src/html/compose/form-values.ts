import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { attributeOf, type DomElement, domText, findElements } from '../../dom/dom.ts';

/** Types of inputs that show a value that somebody has entered. */
const typedInput = /^(?:|text|number|email|tel|url|date|time|datetime-local|month|week)$/i;

/**
 * Returns the text that a form field shows: what was entered or selected. '' for empty fields, prompts such as "Please
 * select", and other elements.
 */
export function formValueOf(element: DomElement): string {
  const { name } = element;
  if (name === 'textarea') return domText(element).trim();
  if (name === 'input')
    return typedInput.test(attributeOf(element, 'type')) ? attributeOf(element, 'value').trim() : '';
  if (name !== 'select') return '';
  return findElements(element, isChosen)
    .map((option) => collapseWhitespace(domText(option)))
    .join(', ');
}

function isChosen({ name, attributes }: DomElement): boolean {
  return (
    name === 'option' && 'selected' in attributes && !('disabled' in attributes) && attributes['value'] !== ''
  );
}

import { type DomElement, getAttribute } from './dom.ts';

const hiddenStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;
const hiddenClass =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|screen-reader-only|screenreader|assistive-text|element-invisible|skip-?(?:link|nav|to-content)\S*)(?:\s|$)/i;

/** Returns whether an element is hidden by an attribute, an inline style or a common class for screen readers. */
export function isHidden(element: DomElement): boolean {
  const { name } = element;
  if (name === 'body' || name === 'html') return false;
  const hidden = getAttribute(element, 'hidden');
  if (hidden !== undefined && hidden !== 'until-found') return true;
  const style = getAttribute(element, 'style');
  if (style !== undefined && hiddenStyle.test(style)) return true;
  const className = getAttribute(element, 'class');
  if (className !== undefined && hiddenClass.test(className)) return true;
  return getAttribute(element, 'aria-hidden') === 'true' && name !== 'math' && name !== 'img';
}

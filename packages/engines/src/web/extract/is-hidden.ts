import type { DomElement } from './dom.ts';

const hiddenStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const hiddenClass =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|screen-reader-only|screenreader|assistive-text|element-invisible|skip-?(?:link|nav|to-content)\S*)(?:\s|$)/i;

/** True for what a reader does not see: `hidden`, inline styles, the usual classes for screen readers alone. */
export function isHidden(element: DomElement, name: string): boolean {
  if (name === 'body' || name === 'html') return false;
  const hidden = element.getAttribute('hidden');
  if (hidden !== null && hidden !== 'until-found') return true;
  const style = element.getAttribute('style');
  if (style !== null && hiddenStyle.test(style)) return true;
  const className = element.getAttribute('class');
  if (className !== null && hiddenClass.test(className)) return true;
  return element.getAttribute('aria-hidden') === 'true' && name !== 'math' && name !== 'img';
}

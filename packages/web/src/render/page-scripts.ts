import { consentRules } from './consent-rules.ts';

// Scripts that run in an isolated world of the page, which its own scripts can neither see nor change. They are strings,
// because they run in the browser and not in Node.js.

/** Functions that several scripts use. */
const shared = `
  const isVisible = (element) => {
    if (element.checkVisibility && !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  };
  const textOf = (element) => (element.innerText ?? '').replace(/\\s+/g, ' ').trim();
`;

/**
 * Returns the length of the text, whether the document has been parsed to its end, and whether it shows placeholders:
 * elements that state or look like loading (`aria-busy`, an indeterminate progress, the class names of skeletons and
 * spinners, an endless animation without text), or a short text that ends with an ellipsis.
 */
export const pageStateScript = `(() => {
  ${shared}
  const body = document.body;
  if (!body) return { textLength: 0, isParsed: document.readyState !== 'loading', hasPlaceholder: false };
  let textLength = body.textContent.length;
  for (const hidden of body.querySelectorAll('script,style,noscript,template')) textLength -= hidden.textContent.length;
  for (const host of body.querySelectorAll('*')) if (host.shadowRoot) textLength += host.shadowRoot.textContent.length;
  const name = /(?:^|[-_])(?:skeleton|shimmer|spinner|loading|loader|preloader|placeholder)(?:$|[-_])/i;
  const selector = '[aria-busy=true],[role=progressbar]:not([aria-valuenow]),progress:not([value]),[class*=skeleton i],[class*=shimmer i],[class*=spinner i],[class*=loading i],[class*=loader i],[class*=placeholder i]';
  const looksBusy = (element) => {
    const isStated = element.getAttribute('aria-busy') === 'true' || element.getAttribute('role') === 'progressbar' || element.localName === 'progress';
    if (!isStated && ![...element.classList].some((token) => name.test(token))) return false;
    return (isStated || element.textContent.trim().length < 100) && isVisible(element);
  };
  const hasBusy = () => {
    for (const element of [...body.querySelectorAll(selector)].slice(0, 200)) if (looksBusy(element)) return true;
    return false;
  };
  const hasSpinner = () => document.getAnimations().slice(0, 200).some(({ effect }) =>
    effect?.target && effect.getTiming().iterations === Infinity && effect.target.textContent.trim() === '' && isVisible(effect.target));
  const endsOpen = () => {
    const text = textLength < 2000 ? textOf(body) : '';
    return text.length > 0 && text.length < 100 && /(?:\\.\\.\\.|\\u2026)$/.test(text);
  };
  return { textLength, isParsed: document.readyState !== 'loading', hasPlaceholder: hasBusy() || hasSpinner() || endsOpen() };
})()`;

/** Resolves after the page has been painted twice, so that observers of its layout have run. */
export const paintScript = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
})`;

/**
 * Scrolls the page down by one screen.
 * Returns whether it moved, the height of the document, and the length of its text.
 */
export const scrollDownScript = `(() => {
  const root = document.scrollingElement ?? document.documentElement;
  if (!root) return { hasMoved: false, height: 0 };
  const before = root.scrollTop;
  window.scrollBy({ top: window.innerHeight, behavior: 'instant' });
  return { hasMoved: root.scrollTop > before, height: root.scrollHeight };
})()`;

/** Scrolls back to the start of the page. */
export const scrollToTopScript = `window.scrollTo({ top: 0, behavior: 'instant' })`;

/**
 * Removes consent banners: the containers of common consent platforms, and the innermost overlays (fixed or sticky
 * boxes and modal dialogs) that mention cookies or data protection and have a button. Content that a removed banner had hidden
 * is shown again. When nothing but the banner has text and \`mayAccept\` is set, its button to accept is clicked instead, since the
 * page waits for it. Banners with an element that one of `keptSelectors` selects first, also in a shadow root, are kept.
 * Returns \`none\`, \`removed\` or \`accepted\`.
 */
export const dismissConsentScript = (
  mayAccept: boolean,
  keptSelectors: readonly string[],
): string => `(() => {
  ${shared}
  const body = document.body;
  if (!body) return 'none';
  const rules = ${JSON.stringify(consentRules)};
  const topic = new RegExp(rules.topicPattern, 'i');
  const weakTopic = new RegExp(rules.weakTopicPattern, 'i');
  const found = new Set();
  for (const element of body.querySelectorAll(rules.containers.join(','))) if (element !== body) found.add(element);
  const isOverlay = (element) => {
    if (element === body || element === document.documentElement) return false;
    if (element.matches('dialog[open],[aria-modal=true],[role=dialog],[role=alertdialog]')) return true;
    const { position } = getComputedStyle(element);
    return position === 'fixed' || position === 'sticky';
  };
  const consider = (start) => {
    for (let element = start; element && element !== body; element = element.parentElement) {
      if (!isOverlay(element)) continue;
      const text = textOf(element);
      const isAbout = text.length < rules.textMax && topic.test(text) || text.length < rules.weakTextMax && weakTopic.test(text);
      if (!isAbout || !element.querySelector('button,a,[role=button],input[type=button],input[type=submit]')) continue;
      // The innermost overlay is the banner; an outer one may be the whole application.
      if (!element.querySelector('main,article,nav,[role=main]')) found.add(element);
      return;
    }
  };
  const { innerWidth, innerHeight } = window;
  for (const x of [20, innerWidth / 2, innerWidth - 20])
    for (const y of [20, innerHeight / 3, innerHeight / 2, innerHeight - 20])
      for (const element of document.elementsFromPoint(x, y).slice(0, 5)) consider(element);
  for (const dialog of body.querySelectorAll('dialog[open],[aria-modal=true],[role=dialog],[role=alertdialog]')) consider(dialog);
  const select = (root, selector) => { try { return root.querySelector(selector); } catch { return null; } };
  const selectInShadow = (element, selector) => [element, ...element.querySelectorAll('*')].some(({ shadowRoot }) =>
    shadowRoot && (select(shadowRoot, selector) || selectInShadow(shadowRoot, selector)));
  for (const selector of ${JSON.stringify(keptSelectors)}) {
    const target = select(document, selector);
    for (const element of [...found])
      if (target ? element.contains(target) : selectInShadow(element, selector)) found.delete(element);
  }
  if (found.size === 0) return 'none';
  const outermost = [...found].filter((element) => ![...found].some((other) => other !== element && other.contains(element)));
  const bannerText = outermost.reduce((sum, element) => sum + textOf(element).length, 0);
  if (${mayAccept} && body.textContent.trim().length > 0 && textOf(body).length - bannerText < 100) {
    const accept = new RegExp(rules.acceptPattern, 'i');
    const buttons = outermost.flatMap((element) => [...element.querySelectorAll('button,[role=button],input[type=button],input[type=submit],a')]).filter(isVisible);
    const stated = buttons.find((button) => accept.test([button.id, button.className, button.textContent, button.value, button.getAttribute('data-testid')].join(' ')));
    const button = stated ?? buttons[0];
    if (button) { button.click(); return 'accepted'; }
  }
  for (const element of outermost) element.remove();
  for (const element of [document.documentElement, body, ...body.querySelectorAll('main,article,[role=main]'), ...body.children]) {
    if (element.localName === 'script' || element.localName === 'style' || element.localName === 'template') continue;
    if (element.textContent.trim().length < 200) continue;
    element.removeAttribute('hidden'); element.removeAttribute('inert'); element.removeAttribute('aria-hidden');
    for (const name of ['display', 'visibility', 'filter', 'overflow']) element.style?.removeProperty(name);
  }
  return 'removed';
})()`;

/** Attribute of a frame's element with the HTML of its document, for frames that scripts of the page cannot read. */
export const inlinedFrameAttribute = 'data-quern-frame';

/**
 * Builds a script that returns the document as HTML, or null if it is longer than `lengthMax` characters. Open shadow
 * roots replace the children of their hosts, slots are filled as they are displayed, and visible frames of the same
 * origin are replaced by their content. The copy is made in an inert document, so that custom elements of the page do
 * not start in it.
 *
 * @param depthMax elements nested deeper are left out
 */
export const serializeDocumentScript = (lengthMax: number, depthMax = 400): string => `(() => {
  const inert = document.implementation.createHTMLDocument('');
  let nodesLeft = 400000;
  const childrenOf = (node) => {
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    if (node.localName === 'slot' && node.assignedNodes) {
      const assigned = node.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    return node.childNodes;
  };
  const bodyOf = (frame) => {
    const html = frame.getAttribute('${inlinedFrameAttribute}');
    if (html !== null) return new DOMParser().parseFromString(html, 'text/html').body;
    const box = frame.getBoundingClientRect();
    if (box.width < 50 || box.height < 20) return null;
    try { return frame.contentDocument?.body ?? null; } catch { return null; }
  };
  const copy = (node, depth) => {
    if (nodesLeft-- <= 0 || depth > ${depthMax}) return inert.createTextNode('');
    if (node.localName === 'template') return inert.importNode(node, true);
    if (node.localName === 'iframe') {
      const inner = bodyOf(node);
      if (inner && inner.textContent.trim() !== '') {
        const section = inert.createElement('section');
        for (const child of childrenOf(inner)) section.appendChild(copy(child, depth + 1));
        return section;
      }
    }
    const clone = inert.importNode(node, false);
    for (const child of childrenOf(node)) clone.appendChild(copy(child, depth + 1));
    return clone;
  };
  const isComposed = () => {
    if (document.querySelector('iframe')) return true;
    for (const element of document.querySelectorAll('*')) if (element.shadowRoot) return true;
    return false;
  };
  const root = document.documentElement;
  if (!root) return '';
  const html = (isComposed() ? copy(root, 0) : root).outerHTML;
  return html.length > ${lengthMax} ? null : '<!doctype html>\\n' + html;
})()`;

/** Builds a script that returns whether an element matches a valid selector. */
export const hasElementScript = (selector: string): string =>
  `document.querySelector(${JSON.stringify(selector)}) !== null`;

/** Builds a script that returns whether the browser supports a selector. */
export const isValidSelectorScript = (selector: string): string => `(() => {
  try { document.querySelector(${JSON.stringify(selector)}); return true; } catch { return false; }
})()`;

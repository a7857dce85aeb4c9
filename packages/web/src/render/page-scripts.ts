// Scripts that run in an isolated world of the page, which its own scripts can neither see nor change. They are strings,
// because they run in the browser and not in Node.js.

/**
 * Returns the length of the page's text, counted without layout, and whether the document has been parsed to its end.
 */
export const pageStateScript = `(() => {
  let textLength = document.body ? document.body.textContent.length : 0;
  for (const hidden of document.body?.querySelectorAll('script,style,noscript') ?? []) {
    textLength -= hidden.textContent.length;
  }
  return { textLength, isParsed: document.readyState !== 'loading' };
})()`;

/**
 * Builds a script that returns the document as HTML, or null if it is longer than `lengthMax` characters. Open shadow
 * roots replace the children of their hosts, and slots are filled, as they are displayed. The copy is made in an inert
 * document, so that custom elements of the page do not start in it.
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
  const copy = (node, depth) => {
    if (nodesLeft-- <= 0 || depth > ${depthMax}) return inert.createTextNode('');
    if (node.localName === 'template') return inert.importNode(node, true);
    const clone = inert.importNode(node, false);
    for (const child of childrenOf(node)) clone.appendChild(copy(child, depth + 1));
    return clone;
  };
  const hasShadow = () => {
    for (const element of document.querySelectorAll('*')) if (element.shadowRoot) return true;
    return false;
  };
  const root = document.documentElement;
  if (!root) return '';
  const html = (hasShadow() ? copy(root, 0) : root).outerHTML;
  return html.length > ${lengthMax} ? null : '<!doctype html>\\n' + html;
})()`;

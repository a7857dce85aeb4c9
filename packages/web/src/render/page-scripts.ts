/**
 * Scripts that run inside the page, in a world of their own that the page's scripts cannot see or change.
 * Written as text, since they are the browser's and not ours.
 */

/** Where the page stands: how much text it has (counted without a layout), and whether the document has been read to its end. */
export const pageStateScript = `(() => {
  let textLength = document.body ? document.body.textContent.length : 0;
  for (const unseen of document.body?.querySelectorAll('script,style,noscript') ?? []) {
    textLength -= unseen.textContent.length;
  }
  return { textLength, isParsed: document.readyState !== 'loading' };
})()`;

/**
 * The document as HTML, with open shadow roots put in the place of their hosts' children and slots filled, as
 * the eye sees them; null when it is longer than may be. The copy is made in a document without scripts, so
 * that no custom element of the page wakes up in it.
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
    const twin = inert.importNode(node, false);
    for (const child of childrenOf(node)) twin.appendChild(copy(child, depth + 1));
    return twin;
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

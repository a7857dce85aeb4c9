/**
 * Runs in the page: returns its text as it is seen, line by line in logical order, and its rows. An element with `data-row`
 * (a row of a table) or `data-pair` (a label with its value) has its cells as children; an element with `data-no-text` is
 * left out.
 */
(() => {
  const isText = (node) => node.nodeType === Node.TEXT_NODE;
  const fold = (text) => text.replace(/\s+/g, ' ').trim();

  /** The visual lines of an element: its characters in logical order, split where the vertical position changes. */
  const linesOf = (element) => {
    const lines = [];
    let line = '';
    let top = 0;
    let bottom = 0;
    let block;
    const flush = () => {
      if (fold(line) !== '') lines.push(fold(line));
      line = '';
    };
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement.closest('[data-no-text]') !== null) continue;
      let offset = 0;
      const owner = blockOf(node.parentElement);
      for (const character of node.data) {
        range.setStart(node, offset);
        offset += character.length;
        range.setEnd(node, offset);
        const box = range.getClientRects()[0];
        if (/\s/.test(character) || box === undefined || box.height === 0) {
          line += /\s/.test(character) ? ' ' : character;
          continue;
        }
        const middle = (box.top + box.bottom) / 2;
        if (owner !== block || middle < top || middle > bottom) {
          flush();
          [block, top, bottom] = [owner, box.top, box.bottom];
        }
        line += character;
      }
    }
    flush();
    return lines;
  };

  const blockOf = (element) => {
    let block = element;
    while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
    return block;
  };

  const rows = [];
  const lines = [];
  const addRow = (element) => {
    const cells = [...element.children].map(linesOf);
    const count = Math.max(1, ...cells.map((cell) => cell.length));
    const rowLines = Array.from({ length: count }, (_, index) =>
      cells.map((cell) => cell[index] ?? '').filter((text) => text !== ''),
    );
    rows.push({
      cells: cells.map((cell) => cell.join(' ')),
      lines: rowLines,
      isTable: element.hasAttribute('data-row'),
    });
    lines.push(...rowLines.map((cellsOfLine) => cellsOfLine.join(' ')));
  };
  const visit = (element) => {
    if (element.hasAttribute('data-no-text')) return;
    if (element.hasAttribute('data-row') || element.hasAttribute('data-pair')) return addRow(element);
    const hasText = [...element.childNodes].some((node) => isText(node) && fold(node.data) !== '');
    if (hasText) lines.push(...linesOf(element));
    else for (const child of element.children) visit(child);
  };
  visit(document.body);
  return { text: lines.join('\n').normalize('NFC'), rows };
})();

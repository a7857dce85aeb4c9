import { createDocument, type DomDocument, type DomElement, type DomNode } from '../../dom/dom.ts';
import { findTexFormulas, type TexFormula } from './find-tex-formulas.ts';
import { createMathElement } from './math-element.ts';
import { pageTexDelimiters, texDelimitersIn } from './page-tex-delimiters.ts';
import type { TexDelimiters } from './tex-delimiter.ts';

/**
 * Puts each formula that a script of the page would typeset into an element, which `readMathSource` reads. The text of
 * the page stays the same. Changes the document.
 *
 * @returns the document with its new elements
 */
export function markTexFormulas(document: DomDocument): DomDocument {
  const page = pageTexDelimiters(document);
  const marker = new Marker(page?.pairs ?? []);
  marker.mark(document.body, () => page);
  return marker.isChanged ? createDocument(document) : document;
}

class Marker {
  isChanged = false;
  /** Delimiters without the usual characters. */
  readonly #unusual: readonly string[];

  constructor(pairs: TexDelimiters['pairs']) {
    this.#unusual = pairs.map(({ left }) => left).filter((left) => !/[$\\]/.test(left));
  }

  /** @param outer the delimiters around the element: few elements have text for which they matter */
  mark(element: DomElement, outer: () => TexDelimiters | undefined): void {
    let known: { delimiters: TexDelimiters | undefined } | undefined;
    const delimiters = () => {
      known ??= { delimiters: texDelimitersIn(element, outer()) };
      return known.delimiters;
    };
    let mayHaveFormula = false;
    for (const child of element.children) {
      if (child.kind === 'element') this.mark(child, delimiters);
      else mayHaveFormula ||= this.#mayStartFormula(child.value);
    }
    const active = mayHaveFormula ? delimiters() : undefined;
    if (!active) return;
    const runs = runsOf(element.children);
    const marked = runs.map((run) => markRun(run, active));
    if (marked.every((run) => run === undefined)) return;
    element.children = runs.flatMap((run, index) => marked[index] ?? run);
    this.isChanged = true;
  }

  #mayStartFormula(text: string): boolean {
    return text.includes('$') || text.includes('\\') || this.#unusual.some((left) => text.includes(left));
  }
}

/** Splits nodes into runs of text and line breaks, between which formulas cannot reach, and the elements between them. */
function runsOf(nodes: readonly DomNode[]): DomNode[][] {
  const runs: DomNode[][] = [];
  let isText = false;
  for (const node of nodes) {
    const continues = node.kind === 'text' || node.name === 'br';
    if (isText && continues) runs.at(-1)?.push(node);
    else runs.push([node]);
    isText = continues;
  }
  return runs;
}

/** Marks the formulas in a run of text. @returns undefined if there is none */
function markRun(run: readonly DomNode[], delimiters: TexDelimiters): DomNode[] | undefined {
  const text = run.map((node) => (node.kind === 'text' ? node.value : '\n')).join('');
  const formulas =
    run[0]?.kind === 'element' && run[0].name !== 'br' ? [] : findTexFormulas(text, delimiters);
  if (formulas.length === 0) return undefined;
  const marked: DomNode[] = [];
  const pending = formulas[Symbol.iterator]();
  let formula: TexFormula | undefined = pending.next().value;
  let offset = 0;
  for (const node of run) {
    const start = offset;
    const end = start + (node.kind === 'text' ? node.value.length : 1);
    offset = end;
    let position = start;
    while (formula && formula.start < end) {
      if (formula.start >= start) {
        if (node.kind === 'text' && formula.start > position)
          marked.push({ kind: 'text', value: node.value.slice(position - start, formula.start - start) });
        marked.push(createMathElement({ ...formula, source: text.slice(formula.start, formula.end) }));
      }
      position = Math.min(formula.end, end);
      if (formula.end > end) break;
      formula = pending.next().value;
    }
    if (position === start) marked.push(node);
    else if (node.kind === 'text' && position < end)
      marked.push({ kind: 'text', value: node.value.slice(position - start) });
  }
  return marked;
}

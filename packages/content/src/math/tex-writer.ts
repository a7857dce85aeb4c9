import { isEmptyNode, type MathNode, type MathScripts, type MathTable } from './math-node.ts';
import symbols from './math-symbols.data.json' with { type: 'json' };
import { isLarge, isUnit, primesOf } from './math-unit.ts';
import { TexPieces } from './tex-pieces.ts';
import { escapeWords, isFunctionName, isSymbol, splitWords, writeToken } from './write-token.ts';

const arrows = new Map(Object.entries(symbols.arrows));

/** Writes a formula as TeX that KaTeX and MathJax read. Each part is written once. */
export function writeTex(node: MathNode): string {
  const writer = new TexWriter();
  writer.write(node);
  return writer.finish();
}

class TexWriter {
  readonly #pieces = new TexPieces();

  finish(): string {
    return this.#pieces.join();
  }

  write(node: MathNode): void {
    switch (node.kind) {
      case 'row':
        for (const child of node.children) this.write(child);
        break;
      case 'token':
        for (const piece of writeToken(node.text, node.style)) this.#pieces.putPiece(piece);
        break;
      case 'name':
        this.#writeName(node.text, false);
        break;
      case 'text':
        this.#writeText(node.text, node.style === undefined ? 'text' : 'textbf');
        break;
      case 'space':
        this.#pieces.putPiece({ tex: node.command, kind: 'space' });
        break;
      case 'delimiter':
        this.#pieces.putDelimiter(node);
        break;
      case 'fraction':
        this.#writeFraction(node);
        break;
      case 'root':
        this.#pieces.put('\\sqrt');
        this.#writeOption(node.degree);
        this.#writeGroup(node.content);
        break;
      case 'scripts':
        if (node.areLimits) this.#writeLimits(node);
        else this.#writeScripts(node);
        break;
      case 'command':
        this.#pieces.put(`\\${node.name}`);
        this.#writeGroup(node.content);
        break;
      case 'table':
        this.#writeTable(node);
        break;
      case 'alignment':
        this.#pieces.putSeparator(' & ');
        break;
    }
  }

  #writeText(text: string, command: string): void {
    for (const words of splitWords(text)) {
      if (isSymbol(words)) this.write({ kind: 'token', text: words });
      else this.#pieces.put(`\\${command}{${escapeWords(words)}}`);
    }
  }

  #writeName(text: string, hasLimits: boolean): void {
    const name = text.trim().replace(/\s+/g, ' ');
    const joined = name.replaceAll(' ', '');
    const operator = () =>
      `\\operatorname${hasLimits ? '*' : ''}{${escapeWords(name).replaceAll(' ', '\\,')}}`;
    this.#pieces.put(isFunctionName(joined) ? `\\${joined}` : operator());
    this.#pieces.setGap('soft');
  }

  #writeFraction({ over, under, line }: Extract<MathNode, { kind: 'fraction' }>): void {
    if (line === 'slash') {
      this.#writeUnit(over);
      this.#pieces.put('/');
      this.#writeUnit(under);
      return;
    }
    this.#pieces.put({ bar: '\\frac', none: '\\genfrac{}{}{0pt}{}', choice: '\\binom' }[line]);
    this.#writeGroup(over);
    this.#writeGroup(under);
    this.#pieces.markTall();
  }

  /** Writes the argument of a command in braces. */
  #writeGroup(node: MathNode | undefined, isScript = false): void {
    this.#pieces.putGroup('{', () => node && this.write(node), '}', isScript);
  }

  #writeOption(node: MathNode | undefined): void {
    if (node && !isEmptyNode(node)) this.#pieces.putOption(() => this.write(node));
  }

  /** Writes the base of an index, in braces unless TeX takes it as a whole. */
  #writeUnit(node: MathNode): void {
    if (isUnit(node)) this.write(node);
    else this.#writeGroup(node);
  }

  #writeScripts({ base, lower, upper }: MathScripts): void {
    if (!isEmptyNode(base)) this.#writeUnit(base);
    else if (!isEmptyNode(lower) || !isEmptyNode(upper)) this.#pieces.put('{}');
    this.#writeIndices(lower, upper);
    if (base.kind === 'name' || isLarge(base)) this.#pieces.setGap('soft');
  }

  #writeIndices(lower: MathNode | undefined, upper: MathNode | undefined): void {
    this.#pieces.setGap('none');
    if (!isEmptyNode(lower)) {
      this.#pieces.put('_');
      this.#writeGroup(lower, true);
    }
    if (upper === undefined || isEmptyNode(upper)) return;
    const strokes = primesOf(upper);
    if (strokes > 0) {
      this.#pieces.put("'".repeat(strokes));
      return;
    }
    this.#pieces.put('^');
    this.#writeGroup(upper, true);
    this.#pieces.endSuperscript();
  }

  /** Writes limits above and below: as indices where TeX places them so, otherwise as labels. */
  #writeLimits(scripts: MathScripts): void {
    const { base, lower, upper } = scripts;
    this.#pieces.markTall();
    const isLabeled = base.kind === 'command' && /^(?:over|under)brace$/.test(base.name);
    if (isEmptyNode(lower) && isEmptyNode(upper)) this.#writeScripts(scripts);
    else if (base.kind === 'name') {
      this.#writeName(base.text, true);
      this.#writeIndices(lower, upper);
      this.#pieces.setGap('soft');
    } else if (isLarge(base)) {
      this.write(base);
      if (base.kind === 'token' && /[∫-∰]/u.test(base.text)) this.#pieces.put('\\limits');
      this.#writeIndices(lower, upper);
      this.#pieces.setGap('soft');
    } else if (base.kind === 'token' && arrows.has(base.text.trim())) {
      this.#pieces.putPiece({ tex: `\\${arrows.get(base.text.trim()) ?? ''}`, kind: 'operator' });
      this.#pieces.setGap('none');
      this.#writeOption(lower);
      this.#writeGroup(upper);
      this.#pieces.setGap('firm');
    } else if (isLabeled && isEmptyNode(base.name === 'overbrace' ? lower : upper)) {
      this.write(base);
      this.#writeIndices(lower, upper);
    } else this.#writeLabels(scripts);
  }

  #writeLabels({ base, lower, upper }: MathScripts): void {
    const [hasLower, hasUpper] = [!isEmptyNode(lower), !isEmptyNode(upper)];
    if (hasUpper) {
      this.#pieces.put('\\overset');
      this.#writeGroup(upper, true);
    }
    if (hasLower) {
      this.#pieces.put(hasUpper ? '{\\underset' : '\\underset');
      this.#writeGroup(lower, true);
    }
    this.#writeGroup(base);
    if (hasLower && hasUpper) this.#pieces.put('}');
  }

  #writeTable({ rows, environment, columns }: MathTable): void {
    this.#pieces.put(`\\begin{${environment}}${columns === '' ? '' : `{${columns}}`} `);
    for (const [index, row] of rows.entries()) {
      if (index > 0) this.#pieces.putSeparator(' \\\\ ');
      for (const [column, cell] of row.entries()) {
        if (column > 0) this.#pieces.putSeparator(' & ');
        this.#pieces.putGroup('', () => this.write(cell), '');
      }
    }
    this.#pieces.put(` \\end{${environment}}`);
    this.#pieces.markTall();
  }
}

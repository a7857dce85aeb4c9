import type { MathNode } from './math-node.ts';
import symbols from './math-symbols.data.json' with { type: 'json' };
import { type TokenPiece, writeToken } from './write-token.ts';

const delimiters = new Map(Object.entries(symbols.delimiters));

/** An open bracket of the group that is being written. */
interface OpenBracket {
  /** Where it is in the pieces, and where the signs between its parts are. */
  readonly index: number;
  readonly middles: number[];
  readonly tex: string | undefined;
  /** Whether the content is higher than a line, so that the brackets have to grow. */
  isTall: boolean;
}

/** Space before the next piece: a soft one is left out before a bracket. */
export type TexGap = 'none' | 'soft' | 'firm';

/** TeX that is being written: places spaces, and lets brackets grow once their content is known. */
export class TexPieces {
  readonly #pieces: string[] = [];
  /** Brackets pair within a group, such as the argument of a command. */
  #brackets: OpenBracket[] = [];
  #isGroupTall = false;
  #gap: TexGap = 'none';
  /** Number of pieces at the end of the last superscript. */
  #superscriptEnd = -1;
  #isRaised = false;

  join(): string {
    return this.#pieces.join('').trim();
  }

  put(tex: string): void {
    if (tex === '') return;
    const last = this.#pieces.at(-1) ?? '';
    const isApart =
      (this.#gap === 'firm' && !/^[)\],^_}]/.test(tex)) ||
      (this.#gap === 'soft' && !/^[([{|)\],^_}]/.test(tex));
    const needsSpace = /^[a-z]/i.test(tex) && /\\[a-z]{1,40}$/i.test(last.slice(-41));
    if (last !== '' && (isApart || needsSpace)) this.#pieces.push(' ');
    this.#gap = 'none';
    // A bracket after a line break would be its argument.
    if (last === ' \\\\ ' && tex.startsWith('[')) this.#pieces.push('{}');
    this.#pieces.push(tex);
  }

  /** Puts what separates cells or rows. */
  putSeparator(tex: string): void {
    this.#gap = 'none';
    this.#pieces.push(tex);
  }

  setGap(gap: TexGap): void {
    this.#gap = gap;
  }

  putPiece({ tex, kind }: TokenPiece): void {
    if (kind === 'caret') this.#isRaised = true;
    else if (this.#isRaised) {
      this.#isRaised = false;
      this.#putAfterSuperscript(`^{${tex}}`);
      this.endSuperscript();
    } else if (kind === 'space') {
      if (tex === '') this.#setGapUnlessAfter(/[([{\s]/);
      else this.put(tex);
    } else if (kind === 'operator') {
      this.#setGapUnlessAfter(/[([{=<>+\-,|\s]/);
      this.put(tex);
      this.#gap = 'firm';
    } else if (kind === 'prime') this.#putPrime();
    else this.put(tex);
  }

  endSuperscript(): void {
    this.#superscriptEnd = this.#pieces.length;
  }

  /** Puts an argument, inside of which brackets pair. @param isScript whether it does not make the line higher */
  putGroup(open: string, write: () => void, close: string, isScript = false): void {
    this.put(open);
    const outer = { brackets: this.#brackets, isTall: this.#isGroupTall };
    this.#brackets = [];
    this.#isGroupTall = false;
    write();
    const isTall = this.#isGroupTall || this.#brackets.some((bracket) => bracket.isTall);
    this.#brackets = outer.brackets;
    this.#isGroupTall = outer.isTall;
    if (isTall && !isScript) this.markTall();
    this.#gap = 'none';
    this.put(close);
  }

  /** Puts an argument in brackets, with braces if a bracket in it would end it. */
  putOption(write: () => void): void {
    const start = this.#pieces.length;
    this.putGroup('[', write, '', true);
    const index = this.#pieces.indexOf('[', start);
    const content = this.#pieces.slice(index + 1);
    // KaTeX takes a brace at the start and one at the end for a pair.
    const isGrouped = content[0]?.startsWith('{') === true || content.some((piece) => piece.includes(']'));
    if (isGrouped) this.#pieces[index] = '[{';
    this.put(isGrouped ? '}]' : ']');
  }

  /** States that the content of the open bracket is higher than a line. */
  markTall(): void {
    const bracket = this.#brackets.at(-1);
    if (bracket) bracket.isTall = true;
    else this.#isGroupTall = true;
  }

  putDelimiter({ text, side }: Extract<MathNode, { kind: 'delimiter' }>): void {
    const tex = text === '' ? '.' : delimiters.get(text);
    const shown = text === '' ? '' : (tex ?? writeToken(text).reduce((all, piece) => all + piece.tex, ''));
    if (side === 'close') {
      this.#closeBracket(tex, shown);
      return;
    }
    this.put(shown);
    // A place for the bracket if it is not shown.
    if (shown === '') this.#pieces.push('');
    const index = this.#pieces.length - 1;
    if (side === 'open') this.#brackets.push({ index, middles: [], tex, isTall: text === '' });
    else if (tex !== undefined && text !== '') this.#brackets.at(-1)?.middles.push(index);
  }

  #closeBracket(tex: string | undefined, shown: string): void {
    const open = this.#brackets.pop();
    this.#gap = 'none';
    if (open?.tex === undefined || tex === undefined || !(open.isTall || shown === '')) {
      this.put(shown);
      return;
    }
    this.#pieces[open.index] = `\\left${open.tex}`;
    for (const index of open.middles) this.#pieces[index] = `\\middle${this.#pieces[index] ?? ''}`;
    this.put(`\\right${tex}`);
    this.markTall();
  }

  #setGapUnlessAfter(pattern: RegExp): void {
    const last = this.#pieces.at(-1) ?? '';
    if (last !== '' && !pattern.test(last.slice(-1))) this.#gap = 'firm';
  }

  #putPrime(): void {
    const isFirst = /^(?:|\{|&| & | \\\\ )$/.test(this.#pieces.at(-1) ?? '');
    this.#gap = 'none';
    this.#putAfterSuperscript(isFirst ? '\\prime' : "'");
  }

  /** TeX rejects a prime or an exponent after a superscript. */
  #putAfterSuperscript(tex: string): void {
    if (this.#pieces.length === this.#superscriptEnd) this.put('{}');
    this.put(tex);
  }
}

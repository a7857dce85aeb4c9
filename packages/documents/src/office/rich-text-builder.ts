import { joinRuns, type RichText, type StyledRun } from '@quern/content/blocks/rich-text';

interface FinishOptions {
  readonly dropsBold?: boolean;
  readonly dropsCode?: boolean;
}

type InlinePiece = RichText[number];

/** Runs beyond this number have no styles, so that a paragraph of many tiny runs takes little time and memory. */
const styledRunsMax = 20_000;

/** Collects the text of a paragraph. Soft hyphens are left out, and space between equal styles takes their style. */
export class RichTextBuilder {
  readonly #parts: (StyledRun | InlinePiece)[] = [];

  /** Whether nothing visible was added. */
  get isBlank(): boolean {
    return this.#parts.every((part) => !('type' in part) && isSpace(part));
  }

  /** Whether something other than text was added. */
  get hasNodes(): boolean {
    return this.#parts.some((part) => 'type' in part);
  }

  /** Whether all visible text is code. */
  get isCode(): boolean {
    const visible = this.#parts.filter((part) => 'type' in part || !isSpace(part));
    return visible.length > 0 && visible.every((part) => !('type' in part) && part.isCode === true);
  }

  /** The characters, without those of nodes. */
  get text(): string {
    return this.#parts.map((part) => ('type' in part ? '' : part.text)).join('');
  }

  add(run: StyledRun): void {
    const text = run.text.replaceAll('\u00ad', '');
    if (text === '' && run.footnote === undefined) return;
    const added = this.#parts.length < styledRunsMax ? { ...run, text } : { text, footnote: run.footnote };
    const last = this.#parts.at(-1);
    const joined = last !== undefined && !('type' in last) && joinIfEqual(last, added);
    if (joined) this.#parts[this.#parts.length - 1] = joined;
    else this.#parts.push(added);
  }

  addNode(node: InlinePiece): void {
    this.#parts.push(node);
  }

  /** Removes a pattern from the beginning. */
  removeStart(pattern: RegExp): void {
    const [first] = this.#parts;
    if (first !== undefined && !('type' in first))
      this.#parts[0] = { ...first, text: first.text.replace(pattern, '') };
  }

  /** @param options styles that are written as normal text, such as bold in headings */
  finish({ dropsBold = false, dropsCode = false }: FinishOptions = {}): RichText {
    const nodes: InlinePiece[] = [];
    let runs: StyledRun[] = [];
    const flush = () => {
      for (const node of joinRuns(fillSpaces(runs))) nodes.push(node);
      runs = [];
    };
    for (const part of this.#parts) {
      if (!('type' in part))
        runs.push({ ...part, isBold: part.isBold && !dropsBold, isCode: part.isCode && !dropsCode });
      else {
        flush();
        nodes.push(part);
      }
    }
    flush();
    return nodes;
  }
}

function isSpace(run: StyledRun): boolean {
  return run.text.trim() === '' && run.footnote === undefined;
}

function joinIfEqual(left: StyledRun, right: StyledRun): StyledRun | false {
  if (left.footnote !== undefined || !isStyledAlike(left, right)) return false;
  return { ...right, text: left.text + right.text };
}

function isStyledAlike(left: StyledRun, right: StyledRun): boolean {
  return (
    left.url === right.url &&
    (left.isBold ?? false) === (right.isBold ?? false) &&
    (left.isItalic ?? false) === (right.isItalic ?? false) &&
    (left.isStruck ?? false) === (right.isStruck ?? false) &&
    (left.isCode ?? false) === (right.isCode ?? false)
  );
}

/** Space between runs has the styles that both of them have, and runs that are alike then become one. */
function fillSpaces(runs: readonly StyledRun[]): StyledRun[] {
  const filled: StyledRun[] = [];
  for (const [index, run] of runs.entries()) {
    const [before, after] = [filled.at(-1), runs[index + 1]];
    const styled = before && after && isSpace(run) ? { ...sharedStyle(before, after), text: run.text } : run;
    const joined = before && joinIfEqual(before, styled);
    if (joined) filled[filled.length - 1] = joined;
    else filled.push(styled);
  }
  return filled;
}

function sharedStyle(left: StyledRun, right: StyledRun): Omit<StyledRun, 'text'> {
  return {
    isBold: left.isBold === true && right.isBold === true,
    isItalic: left.isItalic === true && right.isItalic === true,
    isStruck: left.isStruck === true && right.isStruck === true,
    isCode: left.isCode === true && right.isCode === true,
    url: left.url === right.url ? left.url : undefined,
  };
}

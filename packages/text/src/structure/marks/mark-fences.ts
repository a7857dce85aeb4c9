import type { TextLine } from '../lines/text-line.ts';

const fencePattern = /^(?:`{3,}|~{3,})/;

/** Pairs of lines around listings and formulas, by the line that opens them. */
const delimiters: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [/^\$\$$/, /^\$\$$/],
  [/^\\\[$/, /^\\\]$/],
  [
    /^\\begin\{(?:equation|align|gather|multline|displaymath|verbatim|lstlisting|table|figure|tabular)\*?\}/,
    /^\\end\{/,
  ],
];

/** Sets listings and formulas between fences aside. A listing is one block. */
export function markFences(lines: readonly TextLine[]): void {
  const unclosed = new Set<string>();
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined || !line.isOpen) continue;
    const first = line.text.charCodeAt(0);
    // Only lines that start with one of `~$\ can open a listing.
    if (first !== 96 && first !== 126 && first !== 36 && first !== 92) continue;
    const end = findEnd(lines, index, unclosed);
    if (end === undefined) continue;
    line.isDropped = true;
    for (let inner = index + 1; inner < end; inner++) {
      lines[inner]?.setAside();
      if (lines[inner] !== undefined && inner > index + 1) setContinues(lines[inner]);
    }
    const last = lines[end];
    if (last !== undefined) last.isDropped = true;
    index = end;
  }
}

function setContinues(line: TextLine | undefined): void {
  if (line !== undefined) line.continuesBlock = true;
}

/** @returns index of the closing line, or the number of lines if a fence is never closed */
function findEnd(lines: readonly TextLine[], index: number, unclosed: Set<string>): number | undefined {
  const text = lines[index]?.text ?? '';
  const fence = fencePattern.exec(text)?.[0];
  if (fence !== undefined) {
    // A fence in one line is inline code.
    if (unclosed.has(fence) || text.slice(fence.length).includes(fence)) return undefined;
    for (let end = index + 1; end < lines.length; end++) {
      const closing = lines[end]?.text ?? '';
      if (closing.startsWith(fence) && /^[`~]+$/.test(closing)) return end;
    }
    unclosed.add(fence);
    return fence.length === 3 ? undefined : lines.length;
  }
  const pair = delimiters.find(([open]) => open.test(text));
  if (pair === undefined) return undefined;
  const endMax = Math.min(lines.length, index + 200);
  for (let end = index + 1; end < endMax; end++) if (pair[1].test(lines[end]?.text ?? '')) return end;
  return undefined;
}

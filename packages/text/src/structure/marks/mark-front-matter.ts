import type { TextLine } from '../lines/text-line.ts';

const linesMax = 200;

/**
 * Sets the YAML or TOML at the start of a text aside.
 *
 * @returns the title that it states, else ''
 */
export function markFrontMatter(lines: readonly TextLine[]): string {
  const fence = lines[0]?.text;
  if (fence !== '---' && fence !== '+++') return '';
  const end = lines.findIndex(
    ({ text }, index) => index > 0 && index < linesMax && (text === fence || text === '...'),
  );
  const inner = lines.slice(1, Math.max(end, 1));
  const isField = ({ text, indent }: TextLine) =>
    indent > 0 || /^(?:[\w-][\w .-]{0,50}\s*[:=](?:\s|$)|#|-\s|[}\]])/.test(text);
  if (inner.length === 0 || !inner.every(isField)) return '';
  for (const line of lines.slice(0, end + 1)) line.setAside();
  for (const line of [lines[0], lines[end]]) if (line !== undefined) line.isDropped = true;
  const title = inner
    .map(({ text }) => /^title\s*[:=]\s*(.+)$/i.exec(text)?.[1])
    .find((value) => value !== undefined);
  return title?.replace(/^(["'])(.*)\1$/, '$2').trim() ?? '';
}

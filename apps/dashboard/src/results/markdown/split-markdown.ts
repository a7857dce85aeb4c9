const fence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Splits Markdown at blank lines outside of code fences. Joined by line breaks, the parts are the Markdown.
 *
 * @param lengthMin length from which a part ends at the next such line
 */
export function splitMarkdown(markdown: string, lengthMin: number): string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let length = 0;
  let open = '';
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1] ?? '';
    if (open === '') open = mark;
    else if (mark.startsWith(open)) open = '';
    lines.push(line);
    length += line.length + 1;
    if (open !== '' || line.trim() !== '' || length < lengthMin) continue;
    parts.push(lines.join('\n'));
    lines = [];
    length = 0;
  }
  if (lines.length > 0 || parts.length === 0) parts.push(lines.join('\n'));
  return parts;
}

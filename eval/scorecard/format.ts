/**
 * Formats a figure.
 *
 * @param format `.3` three decimals, `%1` percent with one decimal, `,` thousands separators, `2s` two significant
 *   digits with thousands separators; empty for the value as it is
 * @throws Error for an unknown format or a value that is not a number
 */
export function formatFigure(value: unknown, format: string): string {
  if (format === '') return String(value);
  if (typeof value !== 'number') throw new Error(`"${String(value)}" is not a number`);
  const decimals = /^\.(\d)$/.exec(format)?.[1];
  if (decimals !== undefined) return value.toFixed(Number(decimals));
  const percentDecimals = /^%(\d)$/.exec(format)?.[1];
  if (percentDecimals !== undefined) return `${(100 * value).toFixed(Number(percentDecimals))} %`;
  if (format === ',') return Math.round(value).toLocaleString('en-US');
  const significant = /^(\d)s$/.exec(format)?.[1];
  if (significant !== undefined)
    return Number(value.toPrecision(Number(significant))).toLocaleString('en-US');
  throw new Error(`unknown format "${format}"`);
}

/** Formats a Markdown table; the columns after the first are aligned to the right when `isNumeric`. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  isNumeric = true,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, index) => (isNumeric && index > 0 ? '---:' : '---'));
  return [line(header), line(rule), ...rows.map(line)].join('\n');
}

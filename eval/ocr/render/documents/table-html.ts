import { escapeHtml } from '../browser/escape-html.ts';

/** A column of a table. */
export interface Column {
  readonly label: string;
  readonly align?: 'left' | 'right' | 'center';
  /** True for the column that takes the remaining space and may have several lines. */
  readonly isWide?: boolean;
}

const cellClass = ({ align = 'left', isWide = false }: Column) => `${align}${isWide ? ' wide' : ''}`;

/** A table with a heading row; each row is marked for the truth. @param cells text of the cells; \n starts a new line */
export function tableHtml(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  className = '',
): string {
  const row = (cells: readonly string[], tag: string) =>
    `<tr data-row>${columns
      .map((column, index) => `<${tag} class="${cellClass(column)}">${lines(cells[index] ?? '')}</${tag}>`)
      .join('')}</tr>`;
  const head = row(
    columns.map(({ label }) => label),
    'th',
  );
  return `<table class="${className}"><thead>${head}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

/** Labels with their values, such as totals, one below the other. */
export function pairsHtml(
  pairs: readonly (readonly [label: string, value: string])[],
  className = 'pairs',
): string {
  return `<div class="${className}">${pairs
    .map(([label, value]) => `<div data-pair><span>${lines(label)}</span><span>${lines(value)}</span></div>`)
    .join('')}</div>`;
}

/** Lines of text below each other. */
export function blockHtml(texts: readonly string[], className = ''): string {
  return `<div class="${className}">${texts.map((text) => `<div>${lines(text)}</div>`).join('')}</div>`;
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

/** Style of all documents. */
export const documentCss = `
  table { border-collapse: collapse; width: 100%; margin: 1.4em 0 }
  td, th { padding: .32em .6em; vertical-align: top; white-space: nowrap; text-align: left }
  .right { text-align: right } .center { text-align: center }
  .wide { white-space: normal; width: 99% }
  .grid td, .grid th { border: 1px solid #555 }
  .plain th { border-bottom: 1.5px solid #333 }
  .rules td { border-bottom: 1px solid #bbb } .rules th { border-bottom: 1.5px solid #333 }
  .columns { border: 1px solid #444 } .columns td, .columns th { border-left: 1px solid #888 }
  .columns th { border-bottom: 1px solid #444 }
  .zebra tr:nth-child(even) td { background: #e9eef4 } .zebra th { background: #2b4a6f; color: #fff }
  .pairs { margin: 1em 0 } .pairs > div { display: flex; justify-content: space-between; padding: .2em 0 }
  .totals { margin: 0 0 1.5em auto; width: 44% } .totals > div { display: flex; justify-content: space-between; padding: .25em .6em }
  .totals > div:last-child { font-weight: 700; border-top: 1.5px solid #333 }
  .head { display: flex; justify-content: space-between; gap: 2em; margin-bottom: 1.6em }
  .company { font-weight: 700; font-size: 1.25em }
  .meta > div { display: flex; justify-content: space-between; gap: 1.6em }
  .small { font-size: .86em; color: #444 }
  h1 { font-size: 1.7em; margin: .6em 0 } h2 { font-size: 1.15em; margin: 1.2em 0 .2em }`;

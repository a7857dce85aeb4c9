import { formatFigure } from './format.ts';
import type { Results } from './results.ts';
import { tables } from './tables.ts';

/**
 * Fills the placeholders of a template from the results: `{{table:NAME}}` with a table of tables.ts, and
 * `{{value:PATH|FORMAT}}` with one value (see `Results.value` and `formatFigure`).
 *
 * @throws Error for an unknown table, result, field or format
 */
export function renderTemplate(template: string, results: Results): string {
  return template
    .replace(/\{\{table:([\w-]+)\}\}/g, (_, name: string) => renderTable(name, results))
    .replace(/\{\{value:([^}|]+)(?:\|([^}]+))?\}\}/g, (_, path: string, format: string | undefined) =>
      formatFigure(results.value(path), format ?? ''),
    );
}

/**
 * Replaces everything between `<!-- figures:NAME -->` and `<!-- /figures -->` with the table of that name. A document
 * without markers is returned as it is.
 *
 * @throws Error for an unknown table or an unclosed marker
 */
export function renderFigures(document: string, results: Results): string {
  const rendered = document.replace(
    /<!-- figures:([\w-]+) -->[\s\S]*?<!-- \/figures -->/g,
    (_, name: string) => `<!-- figures:${name} -->\n${renderTable(name, results)}\n<!-- /figures -->`,
  );
  const count = (marker: RegExp) => rendered.match(marker)?.length ?? 0;
  if (count(/<!-- figures:/g) !== count(/<!-- \/figures -->/g))
    throw new Error('a "figures" marker is not closed');
  return rendered;
}

function renderTable(name: string, results: Results): string {
  const render = tables[name];
  if (render === undefined) throw new Error(`there is no table "${name}" in eval/scorecard/tables.ts`);
  return render(results);
}

import { benchTables } from './bench-tables.ts';
import { conversionTables } from './conversion-tables.ts';
import { dashboardTables } from './dashboard-tables.ts';
import { entityTables } from './entity-tables.ts';
import { everydayTables } from './everyday-tables.ts';
import { formatFigure, formatTable } from './format.ts';
import { gateTables } from './gate-tables.ts';
import { languageTables } from './language-tables.ts';
import { layoutTables } from './layout-tables.ts';
import { ocrTables } from './ocr-tables.ts';
import { readmeTables } from './readme-table.ts';
import type { Results } from './results.ts';
import { textTables } from './text-tables.ts';
import { webTables } from './web-tables.ts';

/** Renders a table from the results. */
export type RenderTable = (results: Results) => string;

/** The runs behind the figures. */
function provenanceTable(results: Results): string {
  const rows = results.evalResults().map(([name, { script, n, date, commit, dataHash, versions }]) => [
    `[${name}](eval/results/${name}.json)`,
    `\`${script}\``,
    formatFigure(n, ','),
    date,
    commit,
    dataHash.slice(0, 12),
    Object.entries(versions)
      .filter(([library]) => library !== 'quern')
      .map(([library, version]) => `${library} ${version}`)
      .join(', '),
  ]);
  return formatTable(['result', 'script', 'n', 'date', 'commit', 'data', 'versions'], rows, false);
}

/** All tables that documents can name. */
export const tables: Readonly<Record<string, RenderTable>> = {
  ...webTables,
  ...entityTables,
  ...everydayTables,
  ...languageTables,
  ...layoutTables,
  ...textTables,
  ...benchTables,
  ...dashboardTables,
  ...readmeTables,
  ...ocrTables,
  ...conversionTables,
  ...gateTables,
  provenance: provenanceTable,
};

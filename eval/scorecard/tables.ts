import { benchTables } from './bench-tables.ts';
import { entityTables } from './entity-tables.ts';
import { formatFigure, formatTable } from './format.ts';
import { readmeTables } from './readme-table.ts';
import type { Results } from './results.ts';
import { textTables } from './text-tables.ts';
import { webTables } from './web-tables.ts';

/** Renders a table from the results. */
export type RenderTable = (results: Results) => string;

const ocrSets: readonly (readonly [title: string, set: string])[] = [
  ['rendered text', 'synth_clean'],
  ['light on dark', 'synth_dark'],
  ['long dense page', 'synth_long'],
  ['two columns', 'synth_multicol'],
  ['rotated by 90°', 'synth_90'],
  ['rotated by 180°', 'synth_180'],
  ['tilted by 2 to 5°', 'synth_rot2_5'],
  ['low contrast', 'synth_lowcon'],
  ['photographed page', 'synth_photo'],
  ['scanned document', 'tessdocs'],
  ['rotated scan', 'tessrot'],
  ['scanned receipts (SROIE)', 'sroie'],
  ['photographed receipt (WildReceipt)', 'wildreceipt'],
  ['scenes', 'scene'],
  ['German', 'lang_de'],
  ['French', 'lang_fr'],
  ['Spanish', 'lang_es'],
  ['Polish (no language data)', 'lang_pl'],
  ['Russian (no language data)', 'lang_ru'],
  ['Japanese (no language data)', 'lang_ja'],
  ['Chinese (no language data)', 'lang_zh'],
  ['Korean (no language data)', 'lang_ko'],
];

function ocrTable(results: Results): string {
  const rows = ocrSets.map(([title, set]) => {
    const figure = (name: string) => results.number(`ocr.figures.sets.${set}.${name}`);
    return [
      title,
      String(figure('images')),
      formatFigure(figure('characterErrorRate'), '%1'),
      formatFigure(figure('characterAccuracy'), '%1'),
      formatFigure(figure('wordF1'), '%1'),
    ];
  });
  const missing = results.keys('ocr.figures.sets').filter((name) => !ocrSets.some(([, set]) => set === name));
  if (missing.length > 0) throw new Error(`the table "ocr" leaves out ${missing.join(', ')}`);
  return formatTable(['images', 'n', 'character error rate', 'character accuracy', 'word F1'], rows);
}

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
  ...textTables,
  ...benchTables,
  ...readmeTables,
  ocr: ocrTable,
  provenance: provenanceTable,
};

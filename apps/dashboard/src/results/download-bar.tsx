import type { JSX } from 'preact';
import { Icon } from '../components/icon.tsx';
import { saveFile } from '../components/save-file.ts';
import { toCsv } from '../components/to-csv.ts';
import { t } from '../messages/translate-message.ts';
import { type ExportedResult, joinSheets, toMarkdown, toSheets } from './result-exports.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Buttons that save a result as files. */
export function DownloadBar({ result }: { readonly result: ExportedResult }): JSX.Element {
  const { operation, data } = result;
  const markdown = toMarkdown(result);
  const sheets = toSheets(result);
  const saveWorkbook = async (): Promise<void> => {
    const { toXlsx } = await import('./to-xlsx.ts');
    saveFile(`${operation}.xlsx`, workbookType, toXlsx(operation, sheets));
  };
  return (
    <fieldset class="downloads row" aria-label={t('result.download')}>
      <Icon name="download" />
      {markdown !== undefined && (
        <button type="button" onClick={() => saveFile(`${operation}.md`, 'text/markdown', markdown)}>
          Markdown
        </button>
      )}
      {sheets.length > 0 && (
        <>
          <button
            type="button"
            onClick={() => saveFile(`${operation}.csv`, 'text/csv', toCsv(joinSheets(sheets)))}
          >
            CSV
          </button>
          <button type="button" onClick={() => void saveWorkbook()}>
            XLSX
          </button>
        </>
      )}
      <button
        type="button"
        onClick={() => saveFile(`${operation}.json`, 'application/json', JSON.stringify(data, null, 2))}
      >
        JSON
      </button>
    </fieldset>
  );
}

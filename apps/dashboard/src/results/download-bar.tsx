import type { JSX } from 'preact';
import { Icon } from '../components/icon.tsx';
import { saveFile } from '../components/save-file.ts';
import { toCsv } from '../components/to-csv.ts';
import { t } from '../messages/translate-message.ts';
import { type ExportedResult, toMarkdown, toRows } from './result-exports.ts';

/** Buttons that save a result as files. */
export function DownloadBar({ result }: { readonly result: ExportedResult }): JSX.Element {
  const { operation, data } = result;
  const markdown = toMarkdown(result);
  const rows = toRows(result);
  return (
    <fieldset class="downloads row" aria-label={t('result.download')}>
      <Icon name="download" />
      {markdown !== undefined && (
        <button type="button" onClick={() => saveFile(`${operation}.md`, 'text/markdown', markdown)}>
          Markdown
        </button>
      )}
      {rows !== undefined && (
        <button type="button" onClick={() => saveFile(`${operation}.csv`, 'text/csv', toCsv(rows))}>
          CSV
        </button>
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

import type { JSX } from 'preact';
import { rowPartLength, useParts } from '../components/long-content/use-parts.tsx';
import { ScrollArea } from '../components/scroll-area.tsx';
import { t } from '../messages/translate-message.ts';

/** A table of a document: texts of the cells by row, the first row as a heading. */
export function RowsTable({ rows }: { readonly rows: readonly (readonly string[])[] }): JSX.Element {
  const [head = [], ...body] = rows;
  const { end, more } = useParts(rows, body.length, rowPartLength);
  return (
    <>
      <ScrollArea label={t('result.table')}>
        <table class="data">
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index} dir="auto">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, end).map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column} dir="auto">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {more}
    </>
  );
}

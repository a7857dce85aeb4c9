import type { JSX } from 'preact';
import { partDirection } from '../components/language-direction.ts';
import { rowPartLength, useParts } from '../components/long-content/use-parts.tsx';
import { ScrollArea } from '../components/scroll-area.tsx';
import { t } from '../messages/translate-message.ts';

interface RowsTableProps {
  readonly rows: readonly (readonly string[])[];
  /** Direction of the language of the document. */
  readonly dir: 'auto' | 'ltr' | 'rtl';
}

/** A table of a document: texts of the cells by row, the first row as a heading. */
export function RowsTable({ rows, dir }: RowsTableProps): JSX.Element {
  const [head = [], ...body] = rows;
  const { end, more } = useParts(rows, body.length, rowPartLength);
  return (
    <>
      <ScrollArea label={t('result.table')}>
        <table class="data" dir={partDirection(rows.flat().join(' '), dir)}>
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index} dir={partDirection(cell, dir)}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, end).map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column} dir={partDirection(cell, dir)}>
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

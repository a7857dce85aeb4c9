import type { ComponentChildren, JSX } from 'preact';

/** A column of a table. */
export interface DataColumn {
  readonly label: string;
  /** Whether its cells are numbers. */
  readonly isNumber?: boolean;
  /** Whether only screen readers have its label. */
  readonly isHidden?: boolean;
}

interface DataTableProps {
  readonly columns: readonly DataColumn[];
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table with a heading row. Where its columns have no room, each row becomes a card with the labels next to the values. */
export function DataTable({ columns, children }: DataTableProps): JSX.Element {
  const fold = foldingOf(columns);
  return (
    <div class={fold === '' ? 'folding' : `folding ${fold}`}>
      <table style={Object.fromEntries(columns.map(toLabelProperty))}>
        <thead>
          <tr>
            {columns.map(({ label, isNumber = false, isHidden = false }) => (
              <th key={label} class={isNumber ? 'number' : undefined}>
                {isHidden ? <span class="hidden-visually">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Room that columns need, in columns of numbers: a text takes as much as two. */
const [roomAlways, roomNarrow] = [4, 7];

/** The class by which the style sheet knows at which width the rows become cards; '' for never. */
function foldingOf(columns: readonly DataColumn[]): '' | 'fold-narrow' | 'fold-wide' {
  const room = columns.reduce((sum, { isNumber = false }) => sum + (isNumber ? 1 : 2), 0);
  if (room <= roomAlways) return '';
  return room <= roomNarrow ? 'fold-narrow' : 'fold-wide';
}

/** The label of a column as a custom property, a string of CSS, which cards show next to the cell. */
const toLabelProperty = ({ label, isHidden = false }: DataColumn, index: number): [string, string] => [
  `--label-${index + 1}`,
  isHidden ? '""' : `"${label.replaceAll(/["\\\n]/g, '\\$&')}"`,
];

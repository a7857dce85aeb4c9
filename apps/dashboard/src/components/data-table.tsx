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

/** A table with a heading row, which scrolls if it is wider than the page. */
export function DataTable({ columns, children }: DataTableProps): JSX.Element {
  return (
    <div class="scroll">
      <table>
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

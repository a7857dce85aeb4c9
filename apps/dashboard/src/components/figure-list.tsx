import type { ComponentChildren, JSX } from 'preact';

/** A value with its name. */
export interface Figure {
  readonly label: string;
  readonly value: ComponentChildren;
  /** A second line. */
  readonly hint?: string;
}

/** The most important values of a page, as tiles. */
export function FigureList({ figures }: { readonly figures: readonly Figure[] }): JSX.Element {
  return (
    <ul class="tiles figures">
      {figures.map(({ label, value, hint }) => (
        <li key={label} class="card">
          <span class="label">{label}</span>
          <strong>{value}</strong>
          {hint !== undefined && <span class="hint">{hint}</span>}
        </li>
      ))}
    </ul>
  );
}

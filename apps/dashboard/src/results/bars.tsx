import type { JSX } from 'preact';
import { formatShare } from '../components/format.ts';

/** A share with its name. */
export interface Bar {
  readonly name: string;
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  /** Whether it is emphasized. */
  readonly isStrong: boolean;
}

/** Shares as horizontal bars. */
export function Bars({
  label,
  bars,
}: {
  readonly label: string;
  readonly bars: readonly Bar[];
}): JSX.Element {
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ name, label: text, share, isStrong }) => (
        <li key={name} class={isStrong ? 'strong' : ''}>
          <span>{text}</span>
          <span class="bar" aria-hidden="true">
            <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
          </span>
          <span class="number">{formatShare(share)}</span>
        </li>
      ))}
    </ul>
  );
}

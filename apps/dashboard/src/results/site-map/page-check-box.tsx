import type { JSX } from 'preact';
import type { PageSelection } from './page-selection.ts';

interface PageCheckBoxProps {
  readonly selection: PageSelection;
  readonly urls: readonly string[];
  /** Name for screen readers, without a visible label. */
  readonly label: string;
}

/** Selects pages: checked if all of them are selected, and mixed if only some are. */
export function PageCheckBox({ selection, urls, label }: PageCheckBoxProps): JSX.Element {
  const state = selection.stateOf(urls);
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={state === 'all'}
      indeterminate={state === 'some'}
      onChange={(event) => selection.set(urls, event.currentTarget.checked)}
    />
  );
}

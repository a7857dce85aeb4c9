import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '../../messages/translate-message.ts';

/** Length of a text that is laid out at once: far more takes longer than a person notices. */
export const textPartLength = 30_000;
/** Rows of a table, or other elements, that are rendered at once. */
export const rowPartLength = 300;

/** The start of a text or list that is shown. */
export interface ShownParts {
  /** Number of items, or of UTF-16 code units, that are shown. */
  readonly end: number;
  /** Button that shows another part; nothing if all is shown. */
  readonly more: ComponentChildren;
}

/**
 * Shows a long text or list part by part.
 *
 * @param of the content: another value starts again with one part
 * @param total length of all
 * @param partLength length of a part
 */
export function useParts(of: unknown, total: number, partLength: number): ShownParts {
  const shown = useMemo(() => signal(partLength), [of, partLength]);
  const end = Math.min(total, shown.value);
  const more = end < total && (
    <button
      type="button"
      class="more"
      onClick={() => {
        shown.value += partLength;
      }}
    >
      {t('result.more', { shown: end, total })}
    </button>
  );
  return { end, more };
}

import { useSignal } from '@preact/signals';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { t } from '../messages/translate-message.ts';
import { findEntries, type SearchEntry } from './find-entries.ts';
import { listKnownEntries, loadEntries } from './list-entries.ts';

interface SearchDialogProps {
  readonly onClose: () => void;
}

/**
 * Opens operations, pages, documentation, keys and requests by their names: a combobox with a list (WAI-ARIA Authoring
 * Practices, https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function SearchDialog({ onClose }: SearchDialogProps): JSX.Element {
  const query = useSignal('');
  const active = useSignal(0);
  const loaded = useSignal<readonly SearchEntry[]>([]);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const known = useMemo(listKnownEntries, []);
  useEffect(() => {
    dialog.current?.showModal();
    const controller = new AbortController();
    loadEntries(controller.signal).then(
      (entries) => {
        loaded.value = entries;
      },
      // Operations and pages are found without them.
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  const found = findEntries([...known, ...loaded.value], query.value);
  const current = found[active.value];
  useEffect(() => {
    document.getElementById(`${id}-${active.value}`)?.scrollIntoView({ block: 'nearest' });
  }, [active.value]);
  const open = ({ href }: SearchEntry): void => {
    onClose();
    if (href.startsWith('#')) location.hash = href;
    else location.assign(href);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const moved = moveActive(event.key, active.value, found.length);
    if (moved !== undefined) {
      event.preventDefault();
      active.value = moved;
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      open(current);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="search"
      aria-label={t('search.title')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <input
        type="text"
        dir="auto"
        role="combobox"
        aria-label={t('search.title')}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current === undefined ? '' : `${id}-${active.value}`}
        placeholder={t('search.placeholder')}
        autocomplete="off"
        spellcheck={false}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          active.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} class="found" role="listbox" aria-label={t('search.results')}>
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the field, whose keys select an option
          <div
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active.value}
            onClick={() => open(entry)}
          >
            <span dir="auto">{entry.label}</span>
            <span class="label">{entry.kind}</span>
          </div>
        ))}
      </div>
      <p class="hint" role="status">
        {found.length === 0 ? t('search.none') : t('search.found', { count: found.length })}
      </p>
    </dialog>
  );
}

/** Returns the option that a key selects; undefined for other keys. */
function moveActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active - 1 + count) % count;
  if (key === 'PageDown') return Math.min(count - 1, active + 8);
  if (key === 'PageUp') return Math.max(0, active - 8);
  return undefined;
}

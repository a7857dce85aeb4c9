import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX, TargetedKeyboardEvent } from 'preact';
import { useId } from 'preact/hooks';

/** One of several views of the same thing. */
export interface Tab {
  readonly name: string;
  readonly label: string;
  readonly render: () => ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
}

/** Views of which one is shown. The arrow keys select among them. */
export function Tabs({ label, tabs }: TabsProps): JSX.Element {
  const chosen = useSignal('');
  const id = useId();
  const current = tabs.find(({ name }) => name === chosen.value) ?? tabs[0];
  const select = (step: number, list: HTMLElement): void => {
    const at = current === undefined ? -1 : tabs.indexOf(current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    chosen.value = next.name;
    list.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const isReversed = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0) select(isReversed ? -step : step, event.currentTarget);
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === current?.name}
            aria-controls={`${id}-panel`}
            tabIndex={name === current?.name ? 0 : -1}
            onClick={() => {
              chosen.value = name;
            }}
          >
            {text}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current?.name}`}>
        {current?.render()}
      </div>
    </div>
  );
}

import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

interface DrawerProps {
  readonly title: string;
  readonly isOpen: Signal<boolean>;
  readonly children: ComponentChildren;
}

/** A card whose content is shown when its title is pressed. */
export function Drawer({ title, isOpen, children }: DrawerProps): JSX.Element {
  return (
    <details
      class="card drawer"
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}

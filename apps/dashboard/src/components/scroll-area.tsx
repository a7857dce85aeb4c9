import type { ComponentChildren, JSX } from 'preact';

interface ScrollAreaProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Content that is as wide as it needs, which scrolls, also by the keyboard. */
export function ScrollArea({ label, children }: ScrollAreaProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard (WCAG 2.1.1)
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  /** Returns the control, which must have this id. */
  readonly children: (id: string) => JSX.Element;
}

/** A control with its label above it. */
export function Field({ label, children }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

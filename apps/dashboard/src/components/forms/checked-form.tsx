import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

/** Attributes of the control whose value may be invalid. */
export interface CheckedAttributes {
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface CheckedFormProps {
  readonly submitLabel: string;
  /** Shown after a submission with an invalid value. */
  readonly problem: string;
  readonly hint?: string;
  /** Sends the values. @returns undefined if one of them is invalid */
  readonly onSubmit: () => Promise<void> | undefined;
  /** Returns the controls. */
  readonly children: (checked: CheckedAttributes) => JSX.Element;
}

/** A form that says what is wrong with its values instead of sending them. */
export function CheckedForm(props: CheckedFormProps): JSX.Element {
  const { submitLabel, problem, hint, onSubmit, children } = props;
  const isInvalid = useSignal(false);
  const problemId = useId();
  const submit = (event: Event): void => {
    event.preventDefault();
    const sending = onSubmit();
    isInvalid.value = sending === undefined;
    void sending;
  };
  return (
    <form class="create-key" onSubmit={submit} noValidate>
      <div class="options">
        {children({ 'aria-invalid': isInvalid.value, 'aria-describedby': problemId })}
      </div>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <p id={problemId} class="problem" role="alert">
        {isInvalid.value ? problem : ''}
      </p>
      <button type="submit" class="primary">
        {submitLabel}
      </button>
    </form>
  );
}

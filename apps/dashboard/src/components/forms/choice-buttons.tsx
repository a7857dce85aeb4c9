import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

interface ChoiceButtonsProps<Name extends string> {
  /** Name of the group for assistive technology. */
  readonly label: string;
  readonly choices: readonly { readonly name: Name; readonly label: string }[];
  readonly chosen: Signal<Name>;
}

/** Buttons in a row, of which one is pressed. */
export function ChoiceButtons<Name extends string>(props: ChoiceButtonsProps<Name>): JSX.Element {
  const { label, choices, chosen } = props;
  return (
    <fieldset class="row" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.name}
          type="button"
          aria-pressed={chosen.value === choice.name}
          onClick={() => {
            chosen.value = choice.name;
          }}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}

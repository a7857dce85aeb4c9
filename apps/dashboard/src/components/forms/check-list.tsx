import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

interface CheckListProps<Name extends string> {
  readonly legend: string;
  readonly choices: readonly { readonly name: Name; readonly label: string }[];
  /** The names of those that are checked. */
  readonly checked: Signal<readonly Name[]>;
}

/** Check boxes for any number of choices. */
export function CheckList<Name extends string>(props: CheckListProps<Name>): JSX.Element {
  const { legend, choices, checked } = props;
  return (
    <fieldset class="wide">
      <legend>{legend}</legend>
      <div class="checks">
        {choices.map(({ name, label }) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={checked.value.includes(name)}
              onChange={(event) => {
                const others = checked.value.filter((other) => other !== name);
                checked.value = event.currentTarget.checked ? [...others, name] : others;
              }}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

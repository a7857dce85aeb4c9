import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { t } from '../messages/translate-message.ts';
import type { Measure } from './daily-series.ts';

const measures = ['credits', 'requests'] as const;

/** Selects the quantity that a chart shows. */
export function MeasurePicker({ measure }: { readonly measure: Signal<Measure> }): JSX.Element {
  return (
    <fieldset class="row" aria-label={t('usage.measure')}>
      {measures.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={measure.value === name}
          onClick={() => {
            measure.value = name;
          }}
        >
          {t(`usage.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}

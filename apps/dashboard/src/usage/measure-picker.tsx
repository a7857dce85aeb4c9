import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { ChoiceButtons } from '../components/forms/choice-buttons.tsx';
import { t } from '../messages/translate-message.ts';
import type { Measure } from './daily-series.ts';

const measures = ['credits', 'requests'] as const;

/** Selects the quantity that a chart shows. */
export function MeasurePicker({ measure }: { readonly measure: Signal<Measure> }): JSX.Element {
  return (
    <ChoiceButtons
      label={t('usage.measure')}
      choices={measures.map((name) => ({ name, label: t(`usage.${name}`) }))}
      chosen={measure}
    />
  );
}

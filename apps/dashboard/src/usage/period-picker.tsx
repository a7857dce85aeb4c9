import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { ValueInput } from '../components/forms/value-input.tsx';
import { t } from '../messages/translate-message.ts';
import { dayMs, toDay } from './daily-series.ts';

/** The days of a report, UTC, both included: `2026-05-31`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const lengths = [7, 30, 90] as const;

/** Returns the period of some days that ends today. */
export function lastDays(count: number): Period {
  const now = Date.now();
  return { from: toDay(now - (count - 1) * dayMs), to: toDay(now) };
}

/** Selects a period: a number of days until today, or the first and the last day. */
export function PeriodPicker({ period }: { readonly period: Signal<Period> }): JSX.Element {
  const { from, to } = period.value;
  const change = (changed: Partial<Period>): void => {
    const next = { ...period.value, ...changed };
    // Empty while a date is being typed.
    if (next.from !== '' && next.to !== '' && next.from <= next.to) period.value = next;
  };
  return (
    <fieldset class="row" aria-label={t('usage.period')}>
      {lengths.map((count) => {
        const last = lastDays(count);
        return (
          <button
            key={count}
            type="button"
            aria-pressed={last.from === from && last.to === to}
            onClick={() => {
              period.value = last;
            }}
          >
            {t('usage.days', { count })}
          </button>
        );
      })}
      <ValueInput
        type="date"
        label={t('usage.from')}
        value={from}
        onChange={(value) => change({ from: String(value) })}
      />
      <ValueInput
        type="date"
        label={t('usage.to')}
        value={to}
        onChange={(value) => change({ to: String(value) })}
      />
    </fieldset>
  );
}

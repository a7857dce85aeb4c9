import type { JSX } from 'preact';
import { formatNumber } from '../components/format.ts';
import { t } from '../messages/translate-message.ts';

/** Above this share, little of a budget is left. */
const highShare = 0.8;

interface BudgetMeterProps {
  readonly spent: number;
  readonly budget: number;
}

/** The budget of a key, and how much of it is spent. */
export function BudgetMeter({ spent, budget }: BudgetMeterProps): JSX.Element {
  return (
    <>
      {` / ${formatNumber(budget)}`}
      <meter
        aria-label={t('keys.budget')}
        min={0}
        max={Math.max(1, budget)}
        value={spent}
        low={budget * highShare}
        high={budget}
        optimum={0}
      />
    </>
  );
}

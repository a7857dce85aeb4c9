import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatSeconds, formatShare } from '../components/format.ts';
import { t } from '../messages/translate-message.ts';
import type { OperationForm } from './request/operation-form.ts';
import type { RunProgress } from './request/run-operation.ts';
import { usePrice } from './request/use-price.ts';

interface RunBarProps {
  readonly form: OperationForm;
  /** Undefined if nothing runs. */
  readonly progress: RunProgress | undefined;
  readonly onCancel: () => void;
}

/** Price, and the button that runs the operation; while it runs, its progress. */
export function RunBar({ form, progress, onCancel }: RunBarProps): JSX.Element {
  const price = usePrice(form).value;
  return (
    <div class="run-bar">
      {progress === undefined ? (
        <>
          <button
            type="submit"
            class="primary"
            aria-disabled={!form.isFilled.value}
            aria-keyshortcuts="Control+Enter"
          >
            {t('playground.run')} <kbd>Ctrl ⏎</kbd>
          </button>
          <p class="hint price">
            {price === undefined ? (
              form.operation.price
            ) : (
              <>
                {t('balance.credits', { count: price.price })}
                {price.tokenCount !== undefined &&
                  ` · ${t('playground.tokens', { count: price.tokenCount })}`}
              </>
            )}
          </p>
        </>
      ) : (
        <RunProgressBar progress={progress} onCancel={onCancel} />
      )}
    </div>
  );
}

function RunProgressBar({
  progress: { fraction, step },
  onCancel,
}: Omit<RunBarProps, 'form'> & { readonly progress: RunProgress }): JSX.Element {
  const elapsedMs = useSignal(0);
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => {
      elapsedMs.value = performance.now() - startedAt;
    }, 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <button type="button" onClick={onCancel}>
        {t('app.cancel')}
      </button>
      <progress aria-label={t('playground.progress')} {...(fraction > 0 ? { value: fraction } : {})} />
      <p class="hint">
        {fraction > 0 && `${formatShare(fraction)} · `}
        {formatSeconds(elapsedMs.value)}
        {step !== '' && ` · ${step}`}
      </p>
    </>
  );
}

import type { JSX } from 'preact';
import { t } from '../messages/translate-message.ts';
import { describeError } from './describe-error.ts';

interface ErrorNoticeProps {
  readonly error: unknown;
  /** Shown as a button if the request can be repeated. */
  readonly onRetry?: () => void;
}

/** An error: what is wrong, what to do, and the details for administrators. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps): JSX.Element {
  const { message, detail } = describeError(error);
  return (
    <div class="notice danger" role="alert">
      <p>{message}</p>
      {detail !== '' && (
        <details>
          <summary>{t('app.details')}</summary>
          <p class="detail" dir="auto">
            {detail}
          </p>
        </details>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {t('app.retry')}
        </button>
      )}
    </div>
  );
}

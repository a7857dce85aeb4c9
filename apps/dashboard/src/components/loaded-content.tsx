import type { ComponentChildren, JSX } from 'preact';
import { t } from '../messages/translate-message.ts';
import { ErrorNotice } from './error-notice.tsx';
import type { Loaded } from './use-loaded.ts';

interface LoadedContentProps<Value> {
  readonly loaded: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Data of the service, or why there is none yet. */
export function LoadedContent<Value>({ loaded, children }: LoadedContentProps<Value>): JSX.Element {
  const { value, problem, reload } = loaded;
  return (
    <>
      {problem !== undefined && <ErrorNotice error={problem} onRetry={reload} />}
      {value === undefined
        ? problem === undefined && <p class="hint">{t('app.loading')}</p>
        : children(value)}
    </>
  );
}

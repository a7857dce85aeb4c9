import { useSignal } from '@preact/signals';
import type { FunctionComponent, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorNotice } from '../components/error-notice.tsx';
import { t } from '../messages/translate-message.ts';
import type { View } from '../navigation/views.ts';

type ViewComponent = FunctionComponent;

const loaders: Readonly<Record<View, () => Promise<ViewComponent>>> = {
  playground: async () => (await import('../playground/playground.tsx')).Playground,
  jobs: async () => (await import('../jobs/jobs-view.tsx')).JobsView,
  usage: async () => (await import('../usage/usage-view.tsx')).UsageView,
  keys: async () => (await import('../keys/keys-view.tsx')).KeysView,
  webhooks: async () => (await import('../webhooks/webhooks-view.tsx')).WebhooksView,
  system: async () => (await import('../system/system-view.tsx')).SystemView,
  accounts: async () => (await import('../accounts/accounts-view.tsx')).AccountsView,
};

/** A page whose code is loaded when it is first opened. */
export function LazyView({ view }: { readonly view: View }): JSX.Element {
  const shown = useSignal<{ readonly view: View; readonly component: ViewComponent } | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);
  useEffect(() => {
    let isCurrent = true;
    problem.value = undefined;
    loaders[view]().then(
      (component) => {
        if (isCurrent) shown.value = { view, component };
      },
      (error: unknown) => {
        if (isCurrent) problem.value = error;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [view]);
  if (problem.value !== undefined)
    return <ErrorNotice error={problem.value} onRetry={() => location.reload()} />;
  if (shown.value?.view !== view) return <p class="hint">{t('app.loading')}</p>;
  const { component: Component } = shown.value;
  return <Component />;
}

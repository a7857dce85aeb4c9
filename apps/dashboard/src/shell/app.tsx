import { useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorNotice } from '../components/error-notice.tsx';
import { t } from '../messages/translate-message.ts';
import { route } from '../navigation/route.ts';
import { loadOperations, operations } from '../operations/operations.ts';
import { refreshAccount } from '../session/account.ts';
import { client, isSignedIn } from '../session/session.ts';
import { SignInPage } from '../session/sign-in.tsx';
import { LazyView } from './lazy-view.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';

/** The whole page. */
export function App({ isLinkUsed }: { readonly isLinkUsed: boolean }): JSX.Element {
  return isSignedIn.value ? <Shell /> : <SignInPage isLinkUsed={isLinkUsed} />;
}

function Shell(): JSX.Element {
  const isMenuOpen = useSignal(false);
  const problem = useSignal<unknown>(undefined);
  const load = (): void => {
    problem.value = undefined;
    loadOperations().catch((error: unknown) => {
      problem.value = error;
    });
  };
  useEffect(load, []);
  useSignalEffect(() => {
    void client.value;
    void refreshAccount();
  });
  const focusMain = (): void => document.getElementById('main')?.focus();
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={focusMain}>
        {t('app.skip')}
      </button>
      <Rail
        isOpen={isMenuOpen.value}
        onClose={() => {
          isMenuOpen.value = false;
        }}
      />
      <div class="column">
        <TopBar
          isMenuOpen={isMenuOpen.value}
          onMenu={() => {
            isMenuOpen.value = !isMenuOpen.value;
          }}
        />
        <main id="main" data-view={route.value.view} tabIndex={-1}>
          {problem.value !== undefined && <ErrorNotice error={problem.value} onRetry={load} />}
          {operations.value !== undefined && <LazyView view={route.value.view} />}
        </main>
      </div>
    </div>
  );
}

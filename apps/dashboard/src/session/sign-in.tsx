import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { describeError } from '../components/describe-error.ts';
import { LanguageSelect, ThemeSelect } from '../components/settings.tsx';
import { t } from '../messages/translate-message.ts';
import { route } from '../navigation/route.ts';
import { type SecretKind, signIn, WrongSecretError } from './session.ts';

/** The page of people who are not signed in. */
export function SignInPage({ isLinkUsed }: { readonly isLinkUsed: boolean }): JSX.Element {
  return (
    <main class="sign-in">
      <div class="card">
        <p class="brand">Quern</p>
        <h1>{t('signIn.title')}</h1>
        {isLinkUsed && (
          <p class="notice" role="status">
            {t('signIn.linkUsed')}
          </p>
        )}
        <SecretForm label={t('signIn.label')} submit={t('signIn.submit')} hint={t('signIn.hint')} />
      </div>
      <footer>
        <LanguageSelect />
        <ThemeSelect />
        <a href="/docs">{t('nav.reference')}</a>
      </footer>
    </main>
  );
}

/** Shown instead of a page that needs an API key. */
export function NeedsKey(): JSX.Element {
  return (
    <>
      <h1>{t(`nav.${route.value.view}`)}</h1>
      <section class="card empty">
        <p>{t('signIn.noKey')}</p>
        <SecretForm label={t('signIn.addKey')} submit={t('signIn.add')} kind="apiKey" />
      </section>
    </>
  );
}

/** Shown instead of a page that needs the admin token. */
export function NeedsAdmin(): JSX.Element {
  return (
    <>
      <h1>{t(`nav.${route.value.view}`)}</h1>
      <section class="card empty">
        <p>{t('signIn.noAdmin')}</p>
        <SecretForm label={t('session.adminToken')} submit={t('signIn.add')} kind="adminToken" />
      </section>
    </>
  );
}

interface SecretFormProps {
  readonly label: string;
  readonly submit: string;
  readonly hint?: string;
  /** Undefined for both. */
  readonly kind?: SecretKind;
}

/** A form that adds an API key or an admin token to the session. */
export function SecretForm({ label, submit, hint, kind }: SecretFormProps): JSX.Element {
  const secret = useSignal('');
  const problem = useSignal('');
  const isChecking = useSignal(false);
  const id = useId();
  const onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const value = secret.value.trim();
    problem.value = value === '' ? t('signIn.empty') : '';
    if (value === '' || isChecking.value) return;
    isChecking.value = true;
    try {
      await signIn(value, kind);
    } catch (error) {
      problem.value = error instanceof WrongSecretError ? t('signIn.wrong') : describeError(error).message;
    } finally {
      isChecking.value = false;
    }
  };
  return (
    <form class="secret-form" onSubmit={onSubmit} noValidate>
      <label for={id}>{label}</label>
      <div class="row">
        <input
          id={id}
          type="password"
          autocomplete="off"
          spellcheck={false}
          dir="ltr"
          value={secret.value}
          aria-invalid={problem.value !== ''}
          aria-describedby={`${id}-hint ${id}-problem`}
          onInput={(event) => {
            secret.value = event.currentTarget.value;
          }}
        />
        <button type="submit" class="primary" aria-disabled={isChecking.value}>
          {isChecking.value ? t('signIn.checking') : submit}
        </button>
      </div>
      <p id={`${id}-problem`} class="problem" role="alert">
        {problem.value}
      </p>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </form>
  );
}

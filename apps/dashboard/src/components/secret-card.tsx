import type { ComponentChildren, JSX } from 'preact';
import { t } from '../messages/translate-message.ts';
import { CopyButton } from './copy-button.tsx';

/** A value that is to be copied. */
export function SecretValue({ value }: { readonly value: string }): JSX.Element {
  return (
    <div class="secret">
      <code dir="ltr">{value}</code>
      <CopyButton text={value} />
    </div>
  );
}

interface SecretCardProps {
  readonly title: string;
  readonly hint: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

/** Secrets that are shown only once. */
export function SecretCard({ title, hint, children, onClose }: SecretCardProps): JSX.Element {
  return (
    <section class="card issued" aria-label={title}>
      <h2>{title}</h2>
      <p>{hint}</p>
      {children}
      <button type="button" onClick={onClose}>
        {t('keys.done')}
      </button>
    </section>
  );
}

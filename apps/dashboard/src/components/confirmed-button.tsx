import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { t } from '../messages/translate-message.ts';

interface ConfirmedButtonProps {
  readonly label: string;
  /** Label of the button that does it. */
  readonly confirm: string;
  readonly onConfirm: () => void;
}

/** A button for what cannot be undone, which must be pressed twice. */
export function ConfirmedButton({ label, confirm, onConfirm }: ConfirmedButtonProps): JSX.Element {
  const isAsked = useSignal(false);
  const ask = (asked: boolean) => () => {
    isAsked.value = asked;
  };
  if (!isAsked.value) {
    return (
      <button type="button" class="danger" onClick={ask(true)}>
        {label}
      </button>
    );
  }
  return (
    <>
      <button type="button" class="danger" onClick={onConfirm}>
        {confirm}
      </button>
      <button type="button" class="plain" onClick={ask(false)}>
        {t('app.cancel')}
      </button>
    </>
  );
}

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { t } from '../messages/translate-message.ts';
import { Icon } from './icon.tsx';

const confirmedForMs = 2000;

/** Copies a text to the clipboard. */
export function CopyButton({ text }: { readonly text: string }): JSX.Element {
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    await copyText(text);
    isCopied.value = true;
    setTimeout(() => {
      isCopied.value = false;
    }, confirmedForMs);
  };
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      <Icon name={isCopied.value ? 'check' : 'copy'} />
      <span aria-live="polite">{t(isCopied.value ? 'app.copied' : 'app.copy')}</span>
    </button>
  );
}

/** The clipboard of `navigator` exists on HTTPS and on the machine itself only. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

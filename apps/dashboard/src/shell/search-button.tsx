import { useSignal } from '@preact/signals';
import type { FunctionComponent, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { t } from '../messages/translate-message.ts';

type Dialog = FunctionComponent<{ readonly onClose: () => void }>;

/** Opens the search, as Ctrl+K does. Its code is loaded when it is first opened. */
export function SearchButton(): JSX.Element {
  const isOpen = useSignal(false);
  const dialog = useSignal<{ readonly component: Dialog } | undefined>(undefined);
  const open = (): void => {
    isOpen.value = true;
    if (dialog.value !== undefined) return;
    import('../search/search-dialog.tsx').then(
      ({ SearchDialog }) => {
        dialog.value = { component: SearchDialog };
      },
      () => {
        isOpen.value = false;
      },
    );
  };
  const close = (): void => {
    isOpen.value = false;
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      // Browsers would focus their own search field.
      event.preventDefault();
      if (isOpen.value) close();
      else open();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const Component = dialog.value?.component;
  return (
    <>
      <button type="button" class="search-button" aria-keyshortcuts="Control+K" onClick={open}>
        <Icon name="search" />
        <span class="name">{t('search.title')}</span>
        <span class="shortcut">Ctrl K</span>
      </button>
      {isOpen.value && Component !== undefined && <Component onClose={close} />}
    </>
  );
}

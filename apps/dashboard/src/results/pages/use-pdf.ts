import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isPdf, PdfSource } from './pdf-source.ts';

/** A PDF that is being opened, was opened, or cannot be: damaged, encrypted, or another kind of file. */
export type PdfState = 'loading' | 'unavailable' | PdfSource;

/** Opens a file of the page, and closes it with the component. @param password of an encrypted document; '' for none */
export function usePdf(file: File | undefined, password: string): ReadonlySignal<PdfState> {
  const state = useSignal<PdfState>(isPdf(file) ? 'loading' : 'unavailable');
  useEffect(() => {
    if (!isPdf(file)) {
      state.value = 'unavailable';
      return undefined;
    }
    state.value = 'loading';
    let isCurrent = true;
    const opened = PdfSource.open(file, password);
    opened.then(
      (source) => {
        if (isCurrent) state.value = source;
      },
      () => {
        if (isCurrent) state.value = 'unavailable';
      },
    );
    return () => {
      isCurrent = false;
      opened.then((source) => source.close()).catch(() => undefined);
    };
  }, [file, password]);
  return state;
}

import { type Signal, useSignal } from '@preact/signals';
import { PdfSource } from './pdf-source.ts';
import { type PdfState, usePdf } from './use-pdf.ts';

interface ChosenPage<Page> {
  /** Number of the page that is shown. */
  readonly chosen: Signal<number | undefined>;
  readonly page: Page | undefined;
  readonly opened: PdfState;
  /** Undefined unless the PDF was opened. */
  readonly pdf: PdfSource | undefined;
}

/**
 * Opens a PDF of which one page at a time is shown, at first the first one.
 *
 * @param password of an encrypted document; '' for none
 */
export function useChosenPage<Page extends { readonly number: number }>(
  pages: readonly Page[],
  file: File | undefined,
  password: string,
): ChosenPage<Page> {
  const chosen = useSignal(pages[0]?.number);
  const opened = usePdf(file, password).value;
  return {
    chosen,
    page: pages.find(({ number }) => number === chosen.value),
    opened,
    pdf: opened instanceof PdfSource ? opened : undefined,
  };
}

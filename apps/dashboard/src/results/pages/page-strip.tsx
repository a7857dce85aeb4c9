import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../messages/translate-message.ts';
import type { PdfSource } from './pdf-source.ts';
import { usePicture } from './use-picture.ts';

/** A page that can be chosen. */
export interface StripPage {
  readonly number: number;
  /** In any unit; undefined if it is not known. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

interface PageStripProps {
  readonly pages: readonly StripPage[];
  readonly chosen: Signal<number | undefined>;
  /** Draws the pages; undefined for numbers only. */
  readonly pdf: PdfSource | undefined;
}

/** The pages of a document, of which one is shown: small pictures for a PDF, else numbers; nothing for a single page. */
export function PageStrip({ pages, chosen, pdf }: PageStripProps): JSX.Element | null {
  if (pages.length < 2) return null;
  return (
    <fieldset class={pdf === undefined ? 'row page-buttons' : 'page-strip'} aria-label={t('document.pages')}>
      {pages.map((page) => (
        <button
          key={page.number}
          type="button"
          aria-pressed={page.number === chosen.value}
          onClick={() => {
            chosen.value = page.number;
          }}
        >
          {pdf !== undefined && <Thumbnail page={page} pdf={pdf} />}
          {t('ocr.page', { number: page.number })}
        </button>
      ))}
    </fieldset>
  );
}

/** Pixels. */
const thumbnailWidth = 160;

function Thumbnail({ page, pdf }: { readonly page: StripPage; readonly pdf: PdfSource }): JSX.Element {
  const element = useRef<HTMLSpanElement>(null);
  const isVisible = useSignal(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      isVisible.value = entries.at(-1)?.isIntersecting === true;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const { number, width = 3, height = 4 } = page;
  const draw = isVisible.value
    ? (signal: AbortSignal) => pdf.drawInTurn(number, thumbnailWidth, signal)
    : undefined;
  const { address } = usePicture(draw, [pdf, number, isVisible.value]);
  return (
    <span ref={element} class="thumbnail" style={{ aspectRatio: `${width} / ${height}` }}>
      {address !== undefined && <img src={address} alt="" />}
    </span>
  );
}

import type { ConvertData } from '@quern/sdk';
import type { JSX } from 'preact';
import { languageDirection } from '../../components/language-direction.ts';
import { t } from '../../messages/translate-message.ts';
import { MarkdownPreview } from '../markdown/markdown-preview.tsx';
import { PageStrip } from './page-strip.tsx';
import type { PdfSource } from './pdf-source.ts';
import { useChosenPage } from './use-chosen-page.ts';
import { pictureWidth, usePicture } from './use-picture.ts';

interface DocumentPagesProps {
  readonly data: ConvertData;
  readonly file: File;
  /** Of an encrypted document; '' for none. */
  readonly password: string;
}

type Page = ConvertData['pages'][number];

/** One page of a PDF at a time: its picture, and what it was converted to. */
export function DocumentPages({ data, file, password }: DocumentPagesProps): JSX.Element {
  const { pages, markdown, metadata, images = [] } = data;
  const { chosen, page, opened, pdf } = useChosenPage(pages, file, password);
  return (
    <>
      {opened === 'unavailable' && <p class="hint">{t('document.notDrawn')}</p>}
      <PageStrip pages={pages} chosen={chosen} pdf={pdf} />
      {page !== undefined && (
        <div class={opened === 'unavailable' ? '' : 'columns'}>
          {opened !== 'unavailable' && (
            <PagePicture
              page={page}
              pdf={pdf}
              images={images.filter((image) => image.page === page.number)}
            />
          )}
          <MarkdownPreview
            markdown={markdown.slice(page.startIndex, page.endIndex)}
            dir={languageDirection(metadata.language)}
          />
        </div>
      )}
    </>
  );
}

interface PagePictureProps {
  readonly page: Page;
  /** Undefined while it is being opened. */
  readonly pdf: PdfSource | undefined;
  readonly images: NonNullable<ConvertData['images']>;
}

/** A page as the document shows it, with the places of the pictures that were taken from it. */
function PagePicture({ page, pdf, images }: PagePictureProps): JSX.Element {
  const { number, width = 3, height = 4 } = page;
  const { address, hasFailed } = usePicture(
    pdf === undefined ? undefined : (signal) => pdf.draw(number, pictureWidth(), signal),
    [pdf, number],
  );
  return (
    <div>
      <svg class="scan" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('ocr.page', { number })}>
        <rect class="sheet" width={width} height={height} />
        {address !== undefined && <image href={address} width={width} height={height} />}
        {images.map(({ box, startIndex }) =>
          box === undefined ? null : <rect key={startIndex} class="table" {...box} />,
        )}
      </svg>
      {hasFailed && <p class="hint">{t('document.notDrawn')}</p>}
    </div>
  );
}

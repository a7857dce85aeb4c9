import type {
  ConvertData,
  ExtractEntitiesData,
  MapData,
  OcrData,
  ScrapeData,
  SentimentData,
  SummarizeData,
  TranslateData,
} from '@quern/sdk';
import type { JSX } from 'preact';
import { formatSeconds, languageName } from '../components/format.ts';
import { t } from '../messages/translate-message.ts';
import { route, toHash } from '../navigation/route.ts';
import { DocumentView } from './document-view.tsx';
import { DownloadBar } from './download-bar.tsx';
import { EntitiesView } from './entities/entities-view.tsx';
import { PlainView } from './plain-view.tsx';
import { RecognizedView } from './recognized-view.tsx';
import type { ExportedResult } from './result-exports.ts';
import { ScrapedView } from './scraped-view.tsx';
import { SentimentView } from './sentiment-view.tsx';
import { SiteMapView } from './site-map/site-map-view.tsx';
import { SummaryView } from './summary-view.tsx';
import { TranslationView } from './translation-view.tsx';

/** A result with the request that it is for. */
export interface ShownResult extends ExportedResult {
  /** The text or address of the request; empty for a file, or if it is not known. */
  readonly text: string;
  readonly file: File | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly elapsedMs?: number;
  readonly credits: number;
  /** Where the result can be found again until it expires. */
  readonly jobId: string | undefined;
}

/** The service's OpenAPI document guarantees the fields of a result. */
const views: Readonly<Record<string, (result: ShownResult) => JSX.Element>> = {
  'extract-entities': ({ data, text }) => (
    <EntitiesView data={data as unknown as ExtractEntitiesData} text={text} />
  ),
  sentiment: ({ data, text }) => <SentimentView data={data as unknown as SentimentData} text={text} />,
  summarize: ({ data, text, input }) => (
    <SummaryView data={data as unknown as SummarizeData} text={text} lengthMax={input['maxLength']} />
  ),
  ocr: ({ data, text, file, input }) => (
    <RecognizedView
      data={data as unknown as OcrData}
      file={file}
      imageUrl={text}
      password={passwordOf(input)}
    />
  ),
  convert: ({ data, file, input }) => (
    <DocumentView data={data as unknown as ConvertData} file={file} password={passwordOf(input)} />
  ),
  translate: ({ data, text }) => <TranslationView data={data as unknown as TranslateData} text={text} />,
  scrape: ({ data, input }) => <ScrapedView data={data as unknown as ScrapeData} input={input} />,
  map: ({ data }) => <SiteMapView data={data as unknown as MapData} />,
};

/** The password of an encrypted document; '' for none. */
const passwordOf = ({ password }: ShownResult['input']): string =>
  typeof password === 'string' ? password : '';

interface Warning {
  readonly message: string;
}

/** A result: facts, warnings, the view of its operation, and downloads. */
export function ResultPane({ result }: { readonly result: ShownResult }): JSX.Element {
  const { operation, data, elapsedMs, credits, jobId } = result;
  const view = Object.hasOwn(views, operation) ? views[operation] : undefined;
  const warnings = (data['warnings'] ?? []) as readonly Warning[];
  const language = data['language'] ?? data['originalLanguage'] ?? data['sourceLanguage'];
  return (
    <div class="result">
      <div class="facts">
        <span class="badge">{t('balance.credits', { count: credits })}</span>
        {elapsedMs !== undefined && <span class="badge">{formatSeconds(elapsedMs)}</span>}
        {typeof language === 'string' && <span class="badge">{languageName(language)}</span>}
        {jobId !== undefined && route.value.detail !== jobId && (
          <a class="badge" href={toHash({ view: 'jobs', detail: jobId })}>
            {t('result.link')}
          </a>
        )}
        <DownloadBar result={result} />
      </div>
      {warnings.length > 0 && (
        <ul class="notice warnings">
          {warnings.map(({ message }) => (
            <li key={message} dir="auto">
              {message}
            </li>
          ))}
        </ul>
      )}
      {view === undefined ? <PlainView data={data} /> : view(result)}
    </div>
  );
}

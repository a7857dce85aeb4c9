import { type Answer, type CallOptions, callOperation, getKept, type Outcome } from './call-operation.ts';
import { type ConnectionOptions, connect } from './connection.ts';
import type {
  ExtractEntitiesData,
  ExtractEntitiesInput,
  MapData,
  MapInput,
  OcrData,
  OcrInput,
  ScrapeData,
  ScrapeInput,
  SentimentData,
  SentimentInput,
  SummarizeData,
} from './operation-types.ts';
import { type SummarizeOrder, summarizeBody } from './summarize-body.ts';

export interface QuernOptions extends ConnectionOptions {
  readonly apiKey: string;
}

/** An operation: what goes in, and what comes out or, with `dryRun: true`, its price. */
export type Call<Input, Data> = <const Dry extends boolean = false>(
  input: Input,
  options?: CallOptions<Dry>,
) => Promise<Outcome<Data, Dry>>;

/** The operations of a service. Offsets in results are 0-based UTF-16 units, end exclusive. */
export interface Quern {
  /** Summarizes a text or a document, and translates the summary when `targetLanguage` is given. */
  readonly summarize: Call<SummarizeOrder, SummarizeData>;
  /** Lists the pages of a website. */
  readonly map: Call<MapInput, MapData>;
  /** Finds names, dates, amounts and the like in a text. */
  readonly extractEntities: Call<ExtractEntitiesInput, ExtractEntitiesData>;
  /** Tells sentiment and emotions of a text. */
  readonly sentiment: Call<SentimentInput, SentimentData>;
  /** Reads the text of an image, given by URL or as a `data:` URI. */
  readonly ocr: Call<OcrInput, OcrData>;
  /** Fetches a web page as markdown. */
  readonly scrape: Call<ScrapeInput, ScrapeData>;
  /** A scrape again, by its `scrape_id`, without a charge, until it expires. */
  readonly getScrape: (
    id: string,
    options?: Pick<CallOptions, 'signal' | 'requestId'>,
  ) => Promise<Answer<ScrapeData>>;
}

/**
 * A client of the operations. Calls throw QuernError. Network errors, 429 and 503 are tried again after a while;
 * every call carries an idempotency key, so that trying again never charges twice. Throws TypeError for options
 * that cannot work.
 */
export function createQuern(options: QuernOptions): Quern {
  const connection = connect(options, options.apiKey);
  const json =
    <Input, Data>(operation: string): Call<Input, Data> =>
    (input, callOptions) =>
      callOperation(connection, operation, JSON.stringify(input), callOptions);
  return {
    // Async, so that a wrong order is a rejection like any other failure.
    summarize: async (order, callOptions) =>
      callOperation(connection, 'summarize', summarizeBody(order), callOptions),
    map: json('map'),
    extractEntities: json('extract-entities'),
    sentiment: json('sentiment'),
    ocr: json('ocr'),
    scrape: json('scrape'),
    getScrape: (id, callOptions) => getKept(connection, 'scrapes', id, callOptions),
  };
}

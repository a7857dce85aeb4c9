import {
  type CallOptions,
  callOperation,
  getStoredResult,
  type OperationResponse,
  type QuernResponse,
} from './call-operation.ts';
import { type ClientOptions, resolveClientConfig } from './client-config.ts';
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
import { encodeSummarizeBody, type SummarizeRequest } from './summarize-body.ts';

export interface QuernOptions extends ClientOptions {
  readonly apiKey: string;
}

/** An operation: what goes in, and what comes out or, with `dryRun: true`, its price. */
export type OperationMethod<Input, Data> = <const Dry extends boolean = false>(
  input: Input,
  options?: CallOptions<Dry>,
) => Promise<OperationResponse<Data, Dry>>;

/** The operations of a service. Offsets in results are 0-based UTF-16 units, end exclusive. */
export interface Quern {
  /** Summarizes a text or a document, and translates the summary when `targetLanguage` is given. */
  readonly summarize: OperationMethod<SummarizeRequest, SummarizeData>;
  /** Lists the pages of a website. */
  readonly map: OperationMethod<MapInput, MapData>;
  /** Finds names, dates, amounts and the like in a text. */
  readonly extractEntities: OperationMethod<ExtractEntitiesInput, ExtractEntitiesData>;
  /** Tells sentiment and emotions of a text. */
  readonly sentiment: OperationMethod<SentimentInput, SentimentData>;
  /** Reads the text of an image, given by URL or as a `data:` URI. */
  readonly ocr: OperationMethod<OcrInput, OcrData>;
  /** Fetches a web page as markdown. */
  readonly scrape: OperationMethod<ScrapeInput, ScrapeData>;
  /** A scrape again, by its `scrape_id`, without a charge, until it expires. */
  readonly getScrape: (
    id: string,
    options?: Pick<CallOptions, 'signal' | 'requestId'>,
  ) => Promise<QuernResponse<ScrapeData>>;
}

/**
 * A client of the operations. Calls throw QuernError. Network errors, 429 and 503 are tried again after a while;
 * every call carries an idempotency key, so that trying again never charges twice. Throws TypeError for options
 * that cannot work.
 */
export function createQuern(options: QuernOptions): Quern {
  const connection = resolveClientConfig(options, options.apiKey);
  const json =
    <Input, Data>(operation: string): OperationMethod<Input, Data> =>
    (input, callOptions) =>
      callOperation(connection, operation, JSON.stringify(input), callOptions);
  return {
    // Async, so that a wrong order is a rejection like any other failure.
    summarize: async (order, callOptions) =>
      callOperation(connection, 'summarize', encodeSummarizeBody(order), callOptions),
    map: json('map'),
    extractEntities: json('extract-entities'),
    sentiment: json('sentiment'),
    ocr: json('ocr'),
    scrape: json('scrape'),
    getScrape: (id, callOptions) => getStoredResult(connection, 'scrapes', id, callOptions),
  };
}

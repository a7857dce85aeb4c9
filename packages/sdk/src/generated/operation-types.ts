// Generated from openapi.json by packages/sdk/scripts/generate.ts. Do not edit.
// biome-ignore-all format: generated
import type { QuernFile } from '../files/quern-file.ts';

export type ErrorCode =
  | 'invalid_json'
  | 'invalid_parameters'
  | 'invalid_url'
  | 'forbidden_address'
  | 'invalid_file'
  | 'unreadable_document'
  | 'file_too_large'
  | 'invalid_image'
  | 'input_too_complex'
  | 'nothing_selected'
  | 'action_failed'
  | 'result_too_large'
  | 'unsupported_language'
  | 'missing_key'
  | 'malformed_key'
  | 'unknown_key'
  | 'revoked_key'
  | 'expired_key'
  | 'insufficient_credits'
  | 'key_budget_exceeded'
  | 'scope_denied'
  | 'origin_denied'
  | 'account_disabled'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'idempotency_mismatch'
  | 'idempotency_running'
  | 'idempotent_response_evicted'
  | 'job_ended'
  | 'too_many_jobs'
  | 'result_evicted'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'too_many_running'
  | 'headers_too_large'
  | 'client_gone'
  | 'internal_error'
  | 'fetch_failed'
  | 'target_status'
  | 'blocked'
  | 'engine_unavailable'
  | 'model_unavailable'
  | 'overloaded'
  | 'draining'
  | 'fetch_timeout'
  | 'time_limit';

export interface ErrorBody {
  /** What is wrong, with the offending value, and how to fix it */
  error: string;
  code: ErrorCode;
  /** Id of the request, which also identifies it in the log */
  requestId: string;
}

/** Problem details (RFC 9457), for clients whose Accept header includes application/problem+json */
export interface Problem {
  /** URL of the documentation of the error code */
  type: string;
  /** Title of the error code */
  title: string;
  /** HTTP status of the response */
  status: number;
  /** Same as `error` */
  detail: string;
  /** Same as `requestId` */
  instance: string;
  /** What is wrong, with the offending value, and how to fix it */
  error: string;
  code: ErrorCode;
  /** Id of the request, which also identifies it in the log */
  requestId: string;
}

export interface DryRun {
  dryRun: true;
  /** Credits that the request would cost */
  price: number;
  /** Credits that the account has available */
  balance: number;
  /** Number of tokens, if the price depends on it */
  tokenCount?: number;
}

/** A file that is part of a result */
export interface StoredFile {
  /** Path of the file, `/v0/files/<id>`, for `GET` with a key of your account */
  url: string;
  /** Media type */
  type: string;
  /** Size in bytes */
  bytes: number;
  /** SHA-256 of the content, hex */
  sha256: string;
  /** When the file is deleted, with its result: milliseconds since 1970-01-01 UTC */
  expiresAt: number;
}

export interface JobProgress {
  /** Completed share of the work */
  fraction: number;
  /** Current step */
  message: string | null;
}

/** Why the job failed */
export interface JobError {
  error: string;
  code: ErrorCode;
  /** HTTP status of the synchronous response */
  status: number;
  requestId: string;
  /** HTTP status of the response of a website, if that is the reason */
  targetStatus?: number;
}

/** A request that is run in the background */
export interface Job {
  id: string;
  /** Name of the operation */
  operation: string;
  /** `succeeded`, `failed` and `canceled` are final */
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled';
  progress: JobProgress;
  /** The strings that the job was submitted with */
  metadata: Record<string, string>;
  /** Time of the submission, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
  /** Time of the first attempt, in milliseconds since 1970-01-01 UTC */
  startedAt: number | null;
  /** Time of the end, in milliseconds since 1970-01-01 UTC */
  finishedAt: number | null;
  /** Time at which the job and its result are deleted; null until it has ended, in milliseconds since 1970-01-01 UTC */
  expiresAt: number | null;
  /** Credits charged; 0 unless the job has succeeded, or is a crawl, whose pages are charged */
  usage: number;
  /** The result, in the form of the synchronous response; not in lists */
  data?: Record<string, unknown>;
  /** Why the job failed */
  error?: JobError;
}

/** Number of requests, by their state */
export interface BatchCounts {
  /** All requests */
  total: number;
  /** Requests that wait */
  queued: number;
  /** Requests that run */
  running: number;
  /** Requests that have succeeded */
  succeeded: number;
  /** Requests that have failed */
  failed: number;
  /** Requests that were canceled */
  canceled: number;
}

/** Requests for one operation that run in the background */
export interface Batch {
  id: string;
  /** Name of the operation */
  operation: string;
  /** `ended` and `canceled` are final */
  status: 'running' | 'ended' | 'canceled';
  /** Number of requests, by their state */
  counts: BatchCounts;
  /** The strings that the batch was submitted with */
  metadata: Record<string, string>;
  /** Time of the submission, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
  /** Time of the end, in milliseconds since 1970-01-01 UTC */
  finishedAt: number | null;
  /** Time at which the batch and its results are deleted; null until it has ended, in milliseconds since 1970-01-01 UTC */
  expiresAt: number | null;
  /** Credits charged so far */
  usage: number;
}

/** A new webhook with its secret */
export interface CreatedWebhook {
  id: string;
  /** Address that receives the events */
  url: string;
  /** Events that it receives; all if it is empty */
  events: ('job.succeeded' | 'job.failed' | 'job.canceled' | 'batch.ended' | 'batch.canceled' | 'webhook.disabled')[];
  /** Time of the first of the failures in a row, in milliseconds since 1970-01-01 UTC */
  failingSince: number | null;
  /** Time at which it was disabled: on request, or because it had failed for five days, in milliseconds since 1970-01-01 UTC */
  disabledAt: number | null;
  /** Creation time, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
  /** Verifies signatures; it is shown only once */
  secret: string;
}

/** An address that receives the events of an account */
export interface Webhook {
  id: string;
  /** Address that receives the events */
  url: string;
  /** Events that it receives; all if it is empty */
  events: ('job.succeeded' | 'job.failed' | 'job.canceled' | 'batch.ended' | 'batch.canceled' | 'webhook.disabled')[];
  /** Time of the first of the failures in a row, in milliseconds since 1970-01-01 UTC */
  failingSince: number | null;
  /** Time at which it was disabled: on request, or because it had failed for five days, in milliseconds since 1970-01-01 UTC */
  disabledAt: number | null;
  /** Creation time, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
}

/** An event that is sent to a webhook */
export interface WebhookDelivery {
  /** The header `webhook-id`, the same for all attempts */
  id: string;
  event: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Number of attempts so far */
  attempts: number;
  /** Time of the next attempt, if the delivery is pending, in milliseconds since 1970-01-01 UTC */
  nextAttemptAt: number;
  /** Status of the last response; null if there was none */
  responseStatus: number | null;
  /** Why the last attempt failed */
  error: string | null;
  /** Time of the event, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
  /** Time of the last attempt, in milliseconds since 1970-01-01 UTC */
  finishedAt: number | null;
}

export interface UsageAccount {
  /** Credits that can be spent */
  available: number;
  /** Credits reserved by running requests */
  held: number;
}

export interface UsageKey {
  id: string;
  name: string;
  /** Names of the operations that the key may call; `*` for all */
  scopes: string[];
  /** Maximum credits that the key may spend; null for no limit */
  budget: number | null;
  /** Credits that count against the budget */
  spent: number;
  /** Maximum requests per minute; null for the default */
  ratePerMinute: number | null;
  /** Expiration time, in milliseconds since 1970-01-01 UTC */
  expiresAt: number | null;
}

export interface UsageTotal {
  operation: string;
  /** Number of charged requests */
  requests: number;
  /** Credits charged */
  credits: number;
}

export interface UsageDaily {
  /** Day, UTC */
  date: string;
  operation: string;
  /** Number of charged requests */
  requests: number;
  /** Credits charged */
  credits: number;
}

/** What an API key has used and can use */
export interface Usage {
  account: UsageAccount;
  key: UsageKey;
  /** First day, UTC */
  from: string;
  /** Last day, UTC */
  to: string;
  /** Sums of the period, the largest first */
  totals: UsageTotal[];
  daily: UsageDaily[];
}

export interface RecentRequestsLatency {
  operation: string;
  /** Number of successful requests */
  count: number;
  /** Half of them took at most this time */
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

export interface RecentRequestsError {
  code: string;
  count: number;
}

/** The last requests of an API key */
export interface RecentRequests {
  /** The last one first */
  requests: LoggedRequest[];
  /** How long requests took */
  latency: RecentRequestsLatency[];
  /** Errors by code, the most frequent first */
  errors: RecentRequestsError[];
}

/** A request that has ended, without its content and its result */
export interface LoggedRequest {
  /** When it ended, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
  requestId: string;
  operation: string;
  /** HTTP status of the response */
  status: number;
  /** Code of the error; null if it succeeded */
  code: string | null;
  keyId: string;
  accountId: string;
  /** The job that it has added or runs; null if there is none */
  jobId: string | null;
  /** Credits charged */
  creditsUsed: number;
  durationMs: number;
}

/** The languages, and how well the operations work in them */
export interface LanguageList {
  /** By English name */
  languages: Language[];
}

/** A measurement on data that was not used for training */
export interface LanguageQuality {
  /** Such as `F1` or `macro recall` */
  measure: string;
  /** The measured value; 1 is perfect */
  value: number;
  /** The value that guessing reaches or, for summaries, the first sentences of a text */
  baseline?: number;
  /** Number of sentences, texts, or pages that were measured */
  samples?: number;
  /** Data that it was measured on */
  data: string;
}

/** People, organizations, and places */
export interface LanguagePartAbility {
  /** `good` and `limited` are measured; `untested` should work and was not measured; `unsupported` is no better than chance, or does not exist */
  level: 'good' | 'limited' | 'untested' | 'unsupported';
  /** A measurement on data that was not used for training */
  quality?: LanguageQuality;
}

export interface LanguageEntityAbility {
  /** Whether the operation accepts the language */
  supported: boolean;
  /** People, organizations, and places */
  names: LanguagePartAbility;
  /** Dates, amounts, numbers, and other entities that rules find */
  patterns: LanguagePartAbility;
}

export interface LanguageAbility {
  /** Whether the operation accepts the language */
  supported: boolean;
  /** `good` and `limited` are measured; `untested` should work and was not measured; `unsupported` is no better than chance, or does not exist */
  level: 'good' | 'limited' | 'untested' | 'unsupported';
  /** A measurement on data that was not used for training */
  quality?: LanguageQuality;
}

export interface LanguageOperations {
  'extract-entities': LanguageEntityAbility;
  sentiment: LanguageAbility;
  summarize: LanguageAbility;
  translate: LanguageAbility;
  ocr: LanguageAbility;
}

/** A language, and how well the operations work in it */
export interface Language {
  /** BCP 47 tag */
  language: string;
  /** English name */
  name: string;
  operations: LanguageOperations;
}

/** An account that holds credits */
export interface Account {
  id: string;
  name: string;
  /** Credits that can be spent */
  available: number;
  /** Credits reserved by running requests */
  held: number;
  /** Since when the keys of the account are refused, in milliseconds since 1970-01-01 UTC */
  disabledAt: number | null;
  /** Creation time, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
}

/** A movement of credits from one bucket of an account to another */
export interface LedgerEntry {
  id: number;
  /** Kind of the movement */
  kind: string;
  /** Bucket the credits were taken from */
  debit: string;
  /** Bucket the credits were added to */
  credit: string;
  /** Number of credits */
  amount: number;
  keyId: string | null;
  operation: string | null;
  requestId: string | null;
  note: string | null;
  /** Creation time, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
}

/** A new API key with its secret */
export interface IssuedApiKey {
  id: string;
  accountId: string;
  /** First and last characters of the key, to recognize it by */
  hint: string;
  name: string;
  /** Names of the operations that the key may call; `*` for all */
  scopes: string[];
  /** Expiration time, in milliseconds since 1970-01-01 UTC */
  expiresAt: number | null;
  /** Time at which the key was revoked or, after a rotation, will be revoked, in milliseconds since 1970-01-01 UTC */
  revokedAt: number | null;
  /** Maximum requests per minute; null for the default */
  ratePerMinute: number | null;
  /** Maximum credits that the key, together with those it was rotated from or to, may spend */
  budget: number | null;
  /** Credits that count against the budget */
  spent: number;
  /** The first key of its rotations, whose budget they share; its id if it is not the successor of another one */
  budgetKeyId: string;
  /** Time of the last request, in milliseconds since 1970-01-01 UTC */
  lastUsedAt: number | null;
  /** Creation time, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
  /** The key itself; it is shown only once and not stored */
  key: string;
}

/** An API key, without its secret */
export interface ApiKey {
  id: string;
  accountId: string;
  /** First and last characters of the key, to recognize it by */
  hint: string;
  name: string;
  /** Names of the operations that the key may call; `*` for all */
  scopes: string[];
  /** Expiration time, in milliseconds since 1970-01-01 UTC */
  expiresAt: number | null;
  /** Time at which the key was revoked or, after a rotation, will be revoked, in milliseconds since 1970-01-01 UTC */
  revokedAt: number | null;
  /** Maximum requests per minute; null for the default */
  ratePerMinute: number | null;
  /** Maximum credits that the key, together with those it was rotated from or to, may spend */
  budget: number | null;
  /** Credits that count against the budget */
  spent: number;
  /** The first key of its rotations, whose budget they share; its id if it is not the successor of another one */
  budgetKeyId: string;
  /** Time of the last request, in milliseconds since 1970-01-01 UTC */
  lastUsedAt: number | null;
  /** Creation time, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
}

export interface TranslationModel {
  /** The language pair, such as `en-pt` */
  id: string;
  /** Source language (BCP 47) */
  from: string;
  /** Target language (BCP 47) */
  to: string;
  /** `verified`, `damaged` and `unknown` (no checksums) are results of a verification */
  status: 'available' | 'downloading' | 'failed' | 'installed' | 'verified' | 'damaged' | 'unknown';
  /** Completed share of a download */
  progress: number;
  /** Size of the installed files */
  bytes: number;
  /** Why a download or a verification failed; empty if it did not */
  error: string;
}

/** A change by an administrator */
export interface AuditEntry {
  id: number;
  /** Time of the change, in milliseconds since 1970-01-01 UTC */
  createdAt: number;
  /** Name of the token that was used: `admin`, or `bootstrap` for the first start */
  actor: string;
  /** Kind of the change: `account.create`, `account.update`, `credits.grant`, `key.create`, `key.update`, `key.revoke`, `key.rotate`, `model.pull`, `model.verify` or `model.remove` */
  action: string;
  /** Id of the account, key or model */
  target: string;
  /** Values before the change, without secrets; null if there were none */
  before: Record<string, unknown> | null;
  /** Values after the change, without secrets; null if there are none */
  after: Record<string, unknown> | null;
  /** Id of the request; null if there was none */
  requestId: string | null;
}

export interface KeyUsageDaily {
  /** Day, UTC */
  date: string;
  keyId: string;
  /** Number of charged requests */
  requests: number;
  /** Credits charged */
  credits: number;
}

/** Charged requests and credits by day and key */
export interface KeyUsage {
  /** First day, UTC */
  from: string;
  /** Last day, UTC */
  to: string;
  daily: KeyUsageDaily[];
}

export interface SystemDatabase {
  kind: 'sqlite' | 'postgres';
  status: 'ok' | 'slow' | 'failed';
}

/** Requests of this node */
export interface SystemRequests {
  running: number;
  waiting: number;
}

export interface SystemResults {
  /** Size of the stored results, compressed */
  bytes: number;
  /** Maximum size */
  bytesMax: number;
}

export interface SystemQueue {
  operation: string;
  waiting: number;
}

export interface SystemEngine {
  name: 'threads' | 'ocr' | 'render' | 'translation' | 'llm';
  /** Whether the settings have it */
  isEnabled: boolean;
  /** Whether it is in memory; the first request loads it */
  isLoaded: boolean;
  /** Tasks that it can work on at the same time */
  slots: number;
  /** Tasks that it works on */
  running: number;
  /** Tasks that wait for it */
  waiting: number;
  /** Memory of its processes, as of the browser on Linux; absent for engines in the process of the service */
  memoryBytes?: number;
}

export interface SystemModel {
  id: string;
  /** Operations that use it */
  operations: string[];
  /** Changes with every training */
  version: string;
  /** Size of its files */
  bytes: number;
}

export interface SystemCheck {
  name: 'database' | 'bucket' | 'dataFolder' | 'modelsFolder' | 'browser' | 'results' | 'translation';
  /** `warning`: the service works, but not all of it */
  status: 'ok' | 'warning' | 'failed';
  /** What is wrong and how to fix it; empty if nothing is */
  fix: string;
}

/** The state of a node */
export interface System {
  version: string;
  /** Version of Node.js */
  nodeVersion: string;
  /** Commit of the checkout; empty if it is unknown */
  commit: string;
  /** Time of the start, in milliseconds since 1970-01-01 UTC */
  startedAt: number;
  /** Memory of the process, without the browser */
  memoryBytes: number;
  database: SystemDatabase;
  /** Nodes that use the database; 0 if it does not respond */
  nodes: number;
  /** Requests of this node */
  requests: SystemRequests;
  results: SystemResults;
  /** Waiting jobs of all nodes */
  queues: SystemQueue[];
  engines: SystemEngine[];
  /** Models that are part of the service */
  models: SystemModel[];
  checks: SystemCheck[];
}

/** Input of `convert`: either `url` or `file`. */
export type ConvertInput = {
  /** Pages, slides, or sheets to convert, such as `1-3,5`; default: all */
  pages?: string | undefined;
  /** Which pages of PDFs are recognized like scans: those without usable text (`auto`), none (`never`), or all (`always`). Also in archives and messages */
  ocr?: 'auto' | 'never' | 'always' | undefined;
  /** Password of an encrypted PDF, or Word, Excel, or PowerPoint file */
  password?: string | undefined;
  /** Languages of the text of scans and images (BCP 47), as a hint; default: detected */
  languages?: readonly string[] | undefined;
  /** Also returns the Markdown in chunks of at most this many tokens */
  chunkTokens?: number | undefined;
  /** Also returns the pictures of the document as files. In the Markdown, each is at its place: `![description](image-1.png)` */
  images?: boolean | undefined;
  /** With `pdf`, the result also has a searchable PDF: the PDF, or the image as one, with the recognized text as an invisible layer on the pages without usable text. For PDFs and images */
  output?: 'markdown' | 'pdf' | undefined;
} & (
  | {
      /** URL of the document: http or https */
      url: string;
      file?: undefined;
    }
  | {
      /** Document to convert; at most 10 MiB (10,485,760 bytes) */
      file: QuernFile;
      url?: undefined;
    }
);

export type ConvertDataFormat =
  | 'pdf'
  | 'docx'
  | 'doc'
  | 'pptx'
  | 'ppt'
  | 'xlsx'
  | 'xls'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'epub'
  | 'html'
  | 'rtf'
  | 'csv'
  | 'eml'
  | 'msg'
  | 'zip'
  | 'markdown'
  | 'txt'
  | 'image';

export interface ConvertPage {
  /** Number of the page, slide, or sheet, from 1 */
  number: number;
  /** Start offset in `markdown`, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Width of the page in points, of an image in pixels; absent if it has none */
  width?: number;
  /** Height of the page in points, of an image in pixels */
  height?: number;
  /** Whether the text was recognized from an image of the page */
  ocr: boolean;
}

export interface ConvertTable {
  /** Page on which the table begins; absent in formats without pages */
  page?: number;
  /** Start offset in `markdown`, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Texts of the cells, by row; that of a merged cell is repeated in every place that it covers */
  rows: string[][];
}

/** What the document states about itself; empty strings for what it does not state */
export interface ConvertMetadata {
  /** Stated title, else the first heading */
  title: string;
  author: string;
  /** RFC 3339 */
  createdAt: string;
  /** RFC 3339 */
  modifiedAt: string;
  /** Language of the text (BCP 47); `und` if it cannot be determined */
  language: string;
  /** Number of all pages, slides, or sheets; null for formats without pages */
  pageCount: number | null;
}

/** Place on the page in points, from its top left corner; for PDFs and presentations */
export interface ConvertBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ConvertImage {
  /** Name of the file, to which the Markdown refers; places of the same picture have the same */
  name: string;
  /** Page on which the picture is; absent in formats without pages */
  page?: number;
  /** Place on the page in points, from its top left corner; for PDFs and presentations */
  box?: ConvertBox;
  /** Start offset in `markdown`, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Description that the document has for it; empty if it has none */
  description: string;
  /** Width in pixels; absent if the file does not state it */
  width?: number;
  /** Height in pixels */
  height?: number;
  file: StoredFile;
}

export interface ConvertChunk {
  /** Start offset in `markdown`, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Number of tokens of the chunk (o200k_base encoding) */
  tokenCount: number;
  /** Headings of the sections around the chunk, the outermost first */
  headings: string[];
  /** Pages that the chunk is on */
  pages: number[];
}

export interface ConvertWarning {
  code: string;
  message: string;
}

/** Result of `convert`. */
export interface ConvertData {
  /** The document as GitHub-flavored Markdown */
  markdown: string;
  /** Format of the document, as detected from its content */
  format: ConvertDataFormat;
  /** Converted pages, slides, or sheets; empty for formats without pages */
  pages: ConvertPage[];
  /** Tables; offsets refer to `markdown` */
  tables: ConvertTable[];
  /** What the document states about itself; empty strings for what it does not state */
  metadata: ConvertMetadata;
  /** Searchable PDF, if `output` is `pdf`. It has all pages of a PDF, and those of a TIFF that were selected; an encrypted PDF keeps its password */
  pdf?: StoredFile;
  /** Pictures in the order of the Markdown, if `images` is true; offsets are those of `![description](name)`. The files are as in the document, those of PDFs JPEG or PNG */
  images?: ConvertImage[];
  /** Chunks of the Markdown, if `chunkTokens` was given */
  chunks?: ConvertChunk[];
  /** Parts of the document that are missing in the result */
  warnings: ConvertWarning[];
  /** Number of tokens of the processed text (o200k_base encoding) */
  tokenCount: number;
  /** Credits charged */
  usage: number;
}

export interface ScrapeWaitAction {
  type: 'wait';
  /** Time to wait */
  milliseconds?: number | undefined;
  /** Element to wait for */
  selector?: string | undefined;
}

export interface ScrapeClickAction {
  type: 'click';
  /** Element to click */
  selector: string;
}

export interface ScrapeTypeAction {
  type: 'type';
  /** Text to type */
  text: string;
  /** Element to type into; by default the focused one */
  selector?: string | undefined;
}

export interface ScrapePressAction {
  type: 'press';
  /** Key to press: `a`, `Enter`, `ArrowDown`, `Control+A` */
  key: string;
}

export interface ScrapeScrollAction {
  type: 'scroll';
  /** Direction */
  direction?: 'up' | 'down' | undefined;
  /** Element to scroll; by default the page */
  selector?: string | undefined;
}

export interface ScrapeScreenshotAction {
  type: 'screenshot';
  /** Whether to capture the whole page */
  fullPage?: boolean | undefined;
}

/** Options of `scrape` for each page; its links are always returned */
export interface CrawlScrape {
  /** Results to return: `markdown`, `html`, `links` (fields of these that are left out are empty), `text`, `screenshot` (PNG in Base64), and `chunks` (parts of the Markdown of at most 512 tokens) */
  formats?: readonly ('markdown' | 'html' | 'text' | 'links' | 'screenshot' | 'chunks')[] | undefined;
  /** Whether to remove navigation, advertisements, and other boilerplate */
  onlyMainContent?: boolean | undefined;
  /** CSS selectors; only these elements are converted, and nothing else is removed from them */
  includeTags?: readonly string[] | undefined;
  /** CSS selectors of elements to remove */
  excludeTags?: readonly string[] | undefined;
  /** Whether to return `explanation`: why each block of an HTML page was kept or removed; not with `includeTags` or without `onlyMainContent`, since nothing is removed then */
  explain?: boolean | undefined;
  /** Headers to send to the origin of the page, never to other origins */
  headers?: Record<string, string> | undefined;
  /** Cookies to send to the origin of the page, never to other origins */
  cookies?: Record<string, string> | undefined;
  /** Whether to request and render the page as a phone does */
  mobile?: boolean | undefined;
  /** Whether to render the page in a browser; `auto` renders pages whose scripts create content */
  render?: 'auto' | 'always' | 'never' | undefined;
  /** Milliseconds to wait after the page has loaded, or CSS selector of an element to wait for */
  waitFor?: number | string | undefined;
  /** Time limit of fetching and rendering in milliseconds; by default, and for rendering at most three times as much, a setting of the service */
  timeout?: number | undefined;
  /** Actions in the browser, one after the other, before the page is read, each with its `type`: `wait` (`milliseconds` or `selector`), `click` (`selector`), `type` (`text`, `selector`), `press` (`key`), `scroll` (`direction`, `selector`), and `screenshot` (`fullPage`); such as `[{"type": "click", "selector": "#more"}]` */
  actions?: readonly (
    | ScrapeWaitAction
    | ScrapeClickAction
    | ScrapeTypeAction
    | ScrapePressAction
    | ScrapeScrollAction
    | ScrapeScreenshotAction)[] | undefined;
  /** Seconds; a younger result of the same request is returned again, free of charge */
  maxAge?: number | undefined;
}

/** Input of `crawl`. */
export interface CrawlInput {
  /** URL of the start page, with its protocol */
  url: string;
  /** Maximum number of pages to return; failed ones do not count */
  limit?: number | undefined;
  /** Maximum number of links from the start page to a page; pages of sitemaps have 1 */
  maxDepth?: number | undefined;
  /** Regular expressions (RE2); only paths that one of them matches are crawled, and the start page */
  includePaths?: readonly string[] | undefined;
  /** Regular expressions (RE2) of paths that are not crawled, also if `includePaths` matches them */
  excludePaths?: readonly string[] | undefined;
  /** Whether to crawl all hosts of the registrable domain */
  includeSubdomains?: boolean | undefined;
  /** Whether to crawl the whole site; by default only pages below the start page */
  allowBackwardLinks?: boolean | undefined;
  /** Whether URLs that differ only in their queries are one page */
  ignoreQueryParameters?: boolean | undefined;
  /** Whether to ignore the sitemaps */
  ignoreSitemap?: boolean | undefined;
  /** Seconds between two pages, which are then crawled one by one; robots.txt may ask for more */
  delay?: number | undefined;
  /** Maximum number of pages that are crawled at the same time */
  maxConcurrency?: number | undefined;
  /** Options of `scrape` for each page; its links are always returned */
  scrape?: CrawlScrape | undefined;
}

/** Result of `crawl`. */
export interface CrawlData {
  /** URL of the start page, after redirects */
  url: string;
  /** Number of pages that are returned */
  succeeded: number;
  /** Number of pages that could not be crawled; they are not charged */
  failed: number;
  /** Number of pages that robots.txt disallows */
  disallowed: number;
  /** Number of pages that were found */
  found: number;
  /** Why pages that were found are not crawled: the limit, the time limit of a crawl, or a site that no longer responds */
  stoppedBy?: 'limit' | 'time' | 'site_unavailable';
  /** Credits charged */
  usage: number;
}

export type EntityType =
  | 'PERSON'
  | 'ORGANIZATION'
  | 'LOCATION'
  | 'FACILITY'
  | 'NATIONALITY'
  | 'EVENT'
  | 'WORK_OF_ART'
  | 'PRODUCT'
  | 'DATE'
  | 'TIME'
  | 'DURATION'
  | 'MONEY'
  | 'PERCENT'
  | 'QUANTITY'
  | 'NUMBER'
  | 'ORDINAL'
  | 'EMAIL'
  | 'URL'
  | 'PHONE_NUMBER'
  | 'ADDRESS'
  | 'IP_ADDRESS'
  | 'CREDIT_CARD'
  | 'IBAN'
  | 'HASHTAG'
  | 'MENTION'
  | 'OTHER'
  | 'AGE'
  | 'NATIONAL_ID'
  | 'TAX_ID'
  | 'POSTAL_CODE'
  | 'PASSPORT_NUMBER'
  | 'DRIVER_LICENSE'
  | 'LICENSE_PLATE'
  | 'BANK_ACCOUNT'
  | 'MAC_ADDRESS'
  | 'REFERENCE';

export interface DeniedPhrase {
  /** The phrase */
  text: string;
  /** Type of the entity; default: `OTHER` */
  type?: EntityType | undefined;
}

/** Input of `extractEntities`. */
export interface ExtractEntitiesInput {
  /** Text to analyze; at most 1,000,000 UTF-16 code units */
  text: string;
  /** Types of the entities to return, such as `PERSON` and `EMAIL`; default: all */
  types?: readonly EntityType[] | undefined;
  /** Entities of a lower confidence are left out, 0 to 1; default: 0 */
  minConfidence?: number | undefined;
  /** Language of the text (BCP 47 tag or English name), which is not detected then; default: `auto`, detected */
  language?: string | undefined;
  /** Date (ISO 8601) that dates such as "tomorrow" and "May 5" refer to; default: today (UTC) */
  referenceDate?: string | undefined;
  /** Also returns the text without its entities, each replaced by `[TYPE]` (`type`), by `*` of equal length (`mask`), or by `[PERSON_1]`, the same for the same entity (`pseudonym`) */
  redact?: 'type' | 'mask' | 'pseudonym' | undefined;
  /** Phrases that are not entities, in exactly this spelling: an entity whose whole text is one of them is left out */
  allow?: readonly string[] | undefined;
  /** Phrases that always are entities, in exactly this spelling and as whole words: strings, which become `OTHER`, or `{"text", "type"}`. They replace entities that they overlap */
  deny?: readonly (string | DeniedPhrase)[] | undefined;
}

export interface Entity {
  /** The entity as written in the text */
  text: string;
  /** Category */
  type: EntityType;
  /** Start offset, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Probability that the entity is correct */
  confidence: number;
  /** Normalized value: ISO 8601 date, ISO 4217 amount, E.164 phone number, and so on */
  value?: string;
  /** Other readings of an ambiguous date, in the form of `value` */
  alternatives?: string[];
}

export interface ExtractEntitiesLanguage {
  /** BCP 47 tag */
  language: string;
  /** Start offset, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
}

export interface ExtractEntitiesWarning {
  code: string;
  message: string;
}

/** Result of `extractEntities`. */
export interface ExtractEntitiesData {
  /** Entities in text order, without overlaps */
  entities: Entity[];
  /** The text with its entities replaced as `redact` asks for */
  redacted?: string;
  /** The text that each pseudonym replaces, from which `redacted` can be restored exactly. Further spellings of an entity have the same number: `[PERSON_1.2]` */
  mapping?: Record<string, string>;
  /** Credits charged */
  usage: number;
  /** Language of the text (BCP 47), as given or detected; `und` if it cannot be determined */
  language: string;
  /** Parts of the text by language, in text order, without overlaps; several for a mixed text, none for one without words. Absent if `language` was given */
  languages?: ExtractEntitiesLanguage[];
  /** Number of tokens of the processed text (o200k_base encoding) */
  tokenCount: number;
  /** `unsupported_language` if names are not found in the language yet, `untested_language` if they were not measured in it */
  warnings?: ExtractEntitiesWarning[];
}

/** Input of `map`. */
export interface MapInput {
  /** URL of the website, with its protocol */
  url: string;
  /** Whether to ignore the sitemap */
  ignoreSitemap?: boolean | undefined;
  /** Whether to include all hosts of the registrable domain; by default, the host of the start page and its counterpart with or without `www.`, unless that shows other pages */
  includeSubdomains?: boolean | undefined;
  /** Maximum number of pages to return */
  limit?: number | undefined;
  /** Search term; returns the pages that match, the best match first */
  search?: string | undefined;
  /** Whether to use only the sitemap */
  sitemapOnly?: boolean | undefined;
  /** Whether to add the title, description, status, and other data of each page */
  enrichLinks?: boolean | undefined;
}

export interface MapLink {
  /** Absolute URL */
  url: string;
  /** Relevance to `search`, if given */
  score?: number;
  title?: string;
  description?: string;
  lastModified?: string;
  status?: number;
  contentType?: string;
  source?: 'sitemap' | 'crawl' | 'feed';
  depth?: number;
  language?: string;
}

/** Number of matching pages by source: listed in a sitemap, listed in a feed, or only linked */
export interface MapSources {
  sitemap: number;
  crawl: number;
  feed: number;
}

/** Result of `map`. */
export interface MapData {
  /** URL of the start page, after redirects */
  url: string;
  /** Pages without duplicates; the start page first or, with `search`, the best match first */
  links: MapLink[];
  /** Number of matching pages before `limit` is applied; of a site with more than 200 pages, those found until there were more than `limit` */
  total: number;
  /** Whether a time or size limit ended the crawl early, or `limit` shortened the list */
  truncated: boolean;
  /** Number of matching pages by source: listed in a sitemap, listed in a feed, or only linked */
  sources: MapSources;
  /** Credits charged */
  usage: number;
}

/** Input of `ocr`: either `imageUrl` or `file`. */
export type OcrInput = {
  /** Pages of a PDF or TIFF to read, such as `1-3,5`; at most 100 pages; default: all */
  pages?: string | undefined;
  /** Password of an encrypted PDF */
  password?: string | undefined;
  /** Languages of the text (BCP 47), as a hint; default: detected */
  languages?: readonly string[] | undefined;
} & (
  | {
      /** URL of the image or PDF: http, https, or a data: URI */
      imageUrl: string;
      file?: undefined;
    }
  | {
      /** Image or PDF to read; at most 10 MiB (10,485,760 bytes) */
      file: QuernFile;
      imageUrl?: undefined;
    }
);

export interface OcrSentence {
  /** Text of the sentence */
  text: string;
  /** Start offset, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
}

/** Bounding box, in pixels of the page */
export interface OcrBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface OcrQuadrilateral {
  x: number;
  y: number;
}

export interface OcrWord {
  text: string;
  /** Start offset in `description`, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Bounding box, in pixels of the page */
  box: OcrBox;
  confidence: number;
}

export interface OcrLine {
  text: string;
  /** Start offset in `description`, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Number of the page, from 1 */
  page: number;
  /** Bounding box, in pixels of the page */
  box: OcrBox;
  /** Corners in pixels of the page, from the top left of the text clockwise */
  quadrilateral: OcrQuadrilateral[];
  /** Expected share of correct characters */
  confidence: number;
  /** Words of the line */
  words: OcrWord[];
}

export interface OcrTable {
  /** Number of the page, from 1 */
  page: number;
  /** Start offset in `description`, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Bounding box, in pixels of the page */
  box: OcrBox;
  /** Texts of the cells, by row */
  rows: string[][];
}

export interface OcrText {
  /** Text in reading order, one line of text per line; empty if there is none */
  description: string;
  /** Sentences; offsets refer to `description` */
  sentences: OcrSentence[];
  /** Lines with their positions; offsets refer to `description` */
  lines: OcrLine[];
  /** Tables; offsets refer to `description` */
  tables: OcrTable[];
}

export interface OcrPage {
  /** Number of the page, from 1 */
  number: number;
  /** Width of the page, in pixels */
  width: number;
  /** Height of the page, in pixels */
  height: number;
  /** Clockwise rotation that makes the text upright, in degrees */
  rotation: 0 | 90 | 180 | 270;
  /** Start offset in `description`, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Expected share of correct characters; 0 without text */
  confidence: number;
}

export interface OcrWarning {
  code: string;
  message: string;
}

/** Result of `ocr`. */
export interface OcrData {
  text: OcrText;
  /** Credits charged */
  usage: number;
  /** Number of tokens of the processed text (o200k_base encoding) */
  tokenCount: number;
  /** Pages that were read; an image is one page */
  pages: OcrPage[];
  /** Width of the first page, in pixels */
  width: number;
  /** Height of the first page, in pixels */
  height: number;
  /** Rotation that makes the first page upright, in degrees */
  rotation: 0 | 90 | 180 | 270;
  /** The given languages, else those detected (BCP 47) */
  languages: string[];
  /** Expected share of correct characters; 0 without text */
  confidence: number;
  /** Parts that could not be read (`unreadable_text`) */
  warnings: OcrWarning[];
}

/** Input of `scrape`. */
export interface ScrapeInput {
  /** URL of the page, with its protocol */
  url: string;
  /** Results to return: `markdown`, `html`, `links` (fields of these that are left out are empty), `text`, `screenshot` (PNG in Base64), and `chunks` (parts of the Markdown of at most 512 tokens) */
  formats?: readonly ('markdown' | 'html' | 'text' | 'links' | 'screenshot' | 'chunks')[] | undefined;
  /** Whether to remove navigation, advertisements, and other boilerplate */
  onlyMainContent?: boolean | undefined;
  /** CSS selectors; only these elements are converted, and nothing else is removed from them */
  includeTags?: readonly string[] | undefined;
  /** CSS selectors of elements to remove */
  excludeTags?: readonly string[] | undefined;
  /** Whether to return `explanation`: why each block of an HTML page was kept or removed; not with `includeTags` or without `onlyMainContent`, since nothing is removed then */
  explain?: boolean | undefined;
  /** Headers to send to the origin of the page, never to other origins */
  headers?: Record<string, string> | undefined;
  /** Cookies to send to the origin of the page, never to other origins */
  cookies?: Record<string, string> | undefined;
  /** Whether to request and render the page as a phone does */
  mobile?: boolean | undefined;
  /** Whether to render the page in a browser; `auto` renders pages whose scripts create content */
  render?: 'auto' | 'always' | 'never' | undefined;
  /** Milliseconds to wait after the page has loaded, or CSS selector of an element to wait for */
  waitFor?: number | string | undefined;
  /** Time limit of fetching and rendering in milliseconds; by default, and for rendering at most three times as much, a setting of the service */
  timeout?: number | undefined;
  /** Actions in the browser, one after the other, before the page is read, each with its `type`: `wait` (`milliseconds` or `selector`), `click` (`selector`), `type` (`text`, `selector`), `press` (`key`), `scroll` (`direction`, `selector`), and `screenshot` (`fullPage`); such as `[{"type": "click", "selector": "#more"}]` */
  actions?: readonly (
    | ScrapeWaitAction
    | ScrapeClickAction
    | ScrapeTypeAction
    | ScrapePressAction
    | ScrapeScrollAction
    | ScrapeScreenshotAction)[] | undefined;
  /** Seconds; a younger result of the same request is returned again, free of charge */
  maxAge?: number | undefined;
}

export interface ScrapeChunk {
  /** Start offset in `markdown`, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Number of tokens of the processed text (o200k_base encoding) */
  tokenCount: number;
  /** Headings of the sections of the chunk, the outermost first */
  headings: string[];
}

/** Results of the actions, if they include screenshots */
export interface ScrapeActions {
  /** PNG images in Base64, in the order of the actions */
  screenshots: string[];
}

export type ScrapeReasonCause =
  | 'hidden_dialog'
  | 'advertisement'
  | 'newsletter'
  | 'comments'
  | 'whole_series'
  | 'whole_table'
  | 'whole_list'
  | 'part_of_text'
  | 'heading_of_text'
  | 'repeated_text'
  | 'links'
  | 'text'
  | 'wording'
  | 'area'
  | 'class_name'
  | 'surroundings'
  | 'repetition'
  | 'position'
  | 'title'
  | 'headings'
  | 'main_text'
  | 'metadata';

export interface ScrapeReason {
  /** A rule, which decides alone (`hidden_dialog` to `repeated_text`), or a kind of evidence that the classifier weighs */
  cause: ScrapeReasonCause;
  /** For `area` the kind of element, such as `nav`; for `class_name`, `wording` and `headings` the group of words, such as `cookie`; for `main_text` `inside` or `outside` */
  detail?: string;
  /** For `links`: share of the characters in links */
  share?: number;
  /** For `text`: number of words; for `repetition`: number of similar elements */
  count?: number;
  /** Change of the log-odds that the block is content: positive to keep it, negative to remove it */
  effect?: number;
}

export interface ScrapeBlock {
  /** Start of the text, at most 120 characters */
  text: string;
  /** Tags and class names of the element and its nearest ancestors */
  path: string;
  /** Whether the block is content */
  kept: boolean;
  /** Probability that the block is content; 0 for excluded ones */
  probability: number;
  /** The rule that decided, or the strongest evidence first */
  reasons: ScrapeReason[];
}

/** Why each block of text was kept or removed, if requested */
export interface ScrapeExplanation {
  /** Type of the page that its content was selected for */
  pageType: 'article' | 'collection' | 'documentation' | 'forum' | 'listing' | 'product' | 'service' | 'other';
  /** Blocks with at least this probability are kept, unless a rule decides */
  threshold: number;
  /** Number of blocks of the page */
  blockCount: number;
  /** Whether the page has more blocks than `blocks`, which has at most 2000 */
  truncated: boolean;
  /** Blocks of text in the order of the page */
  blocks: ScrapeBlock[];
}

export interface ScrapeMetadata {
  /** Title; empty if the page has none */
  title: string;
  /** Description; empty if the page has none */
  description: string;
  /** HTML of the page, as received or as rendered; empty if the resource is not HTML */
  html: string;
  /** Language (BCP 47); empty if the page has none */
  language: string;
  /** Author; empty if the page has none */
  author: string;
  /** Publication time; empty if the page has none */
  publishedTime: string;
  /** Modification time; empty if the page has none */
  modifiedTime: string;
  /** Name of the website; empty if the page has none */
  siteName: string;
  /** Absolute URL of the preview image; empty if the page has none */
  image: string;
  /** Canonical URL; empty if the page has none */
  canonical: string;
  /** Absolute URL of the icon; empty if the page has none */
  favicon: string;
  /** HTTP status of the page */
  statusCode: number;
  /** Media type sent by the server */
  contentType: string;
  /** URL after redirects */
  finalUrl: string;
  /** Whether the page needed JavaScript and was rendered in a browser */
  rendered: boolean;
}

export interface ScrapeLink {
  url: string;
  text: string;
  /** Present if the page asks crawlers not to follow the link */
  nofollow?: true;
}

/** Result of `scrape`. */
export interface ScrapeData {
  /** The main content as GitHub Flavored Markdown */
  markdown: string;
  /** The content as plain text, if requested */
  text?: string;
  /** The visible part of the rendered page as PNG in Base64, if requested */
  screenshot?: string;
  /** Parts of the Markdown of at most 512 tokens, if requested */
  chunks?: ScrapeChunk[];
  /** Results of the actions, if they include screenshots */
  actions?: ScrapeActions;
  /** Why each block of text was kept or removed, if requested */
  explanation?: ScrapeExplanation;
  metadata: ScrapeMetadata;
  /** Id of the stored result: GET /v0/scrapes/{scrape_id} returns it again until it expires */
  scrape_id: string;
  /** Links of the page, with absolute URLs */
  links: ScrapeLink[];
  /** Present if the result is that of an earlier request, as `maxAge` allows */
  cached?: true;
  /** Credits charged */
  usage: number;
}

/** Input of `sentiment`. */
export interface SentimentInput {
  /** Text to analyze; at most 1,000,000 UTF-16 code units */
  text: string;
  /** Language of the text (BCP 47 tag or English name), which is not detected then; default: `auto`, detected */
  language?: string | undefined;
}

export interface SentimentLanguage {
  /** BCP 47 tag */
  language: string;
  /** Start offset, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
}

export interface SentimentSentence {
  text: string;
  startIndex: number;
  endIndex: number;
  sentiment: 'positive' | 'negative' | 'neutral' | 'mixed';
  /** Score from −1 (most negative) to 1 (most positive) */
  score: number;
  /** Probability of the label */
  confidence: number;
}

export interface SentimentWarning {
  code: string;
  message: string;
}

/** Result of `sentiment`. */
export interface SentimentData {
  /** Overall sentiment */
  sentiment: 'positive' | 'negative' | 'neutral' | 'mixed';
  /** Score from −1 (most negative) to 1 (most positive) */
  score: number;
  /** Detected emotions, the strongest first: labels of the 27 GoEmotions categories, or `neutral` */
  emotions: string[];
  /** The strongest emotion */
  dominantEmotion: string;
  /** Probability of the label */
  confidence: number;
  /** Credits charged */
  usage: number;
  /** Language of the text (BCP 47), as given or detected; `und` if it cannot be determined */
  language: string;
  /** Parts of the text by language, in text order, without overlaps; several for a mixed text, none for one without words. Absent if `language` was given */
  languages?: SentimentLanguage[];
  /** Number of tokens of the processed text (o200k_base encoding) */
  tokenCount: number;
  /** Probability of each label */
  scores: Record<'positive' | 'negative' | 'neutral' | 'mixed', number>;
  /** Probability of each emotion */
  emotionScores: Record<string, number>;
  /** Sentiment of each sentence; offsets refer to the input text */
  sentences: SentimentSentence[];
  /** `untested_language` if sentiment was not measured in the language */
  warnings?: SentimentWarning[];
}

/** Input of `summarize`: either `content` or `file`. */
export type SummarizeInput = {
  /** Password of an encrypted PDF, or Word, Excel, or PowerPoint file in `file` */
  password?: string | undefined;
  /** Language of the text (BCP 47 tag or English name), which is not detected then; default: `auto`, detected */
  language?: string | undefined;
  /** Language of the summary (BCP 47 tag or English name); default: the language of the text */
  targetLanguage?: string | undefined;
  /** Maximum length of the summary, in UTF-16 code units */
  maxLength?: number | undefined;
  /** How the summary is made: `extractive` selects sentences of the text; `abstractive` has a language model write it and checks each sentence against the text; `auto` is `abstractive` if the service has a language model */
  style?: 'extractive' | 'abstractive' | 'auto' | undefined;
} & (
  | {
      /** Text to summarize; at most 10 MiB (10,485,760 bytes) */
      content: string;
      file?: undefined;
    }
  | {
      /** Document to summarize: PDF (scanned or not), DOCX, TXT, and the other formats of `convert`; at most 10 MiB (10,485,760 bytes) */
      file: QuernFile;
      content?: undefined;
    }
);

export interface SummarizePart {
  startIndex: number;
  endIndex: number;
}

/** Position of the sentence in the text, or in the plain text of the file; there it may have markup and line breaks, and begin in lower case */
export interface SummarizeSource {
  startIndex: number;
  endIndex: number;
  /** What was kept of the sentence, in order, if words in its middle were left out */
  parts?: SummarizePart[];
}

export interface SummarizeSentence {
  /** Text of the sentence */
  text: string;
  /** Start offset, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Position of the sentence in the text, or in the plain text of the file; there it may have markup and line breaks, and begin in lower case */
  source?: SummarizeSource;
}

export interface SummarizeSection {
  /** Empty for the text before the first heading */
  heading: string;
  /** Start of its first sentence in the text */
  startIndex: number;
  /** End of its last sentence in the text */
  endIndex: number;
  /** Number of its sentences */
  sentences: number;
  /** Number of its sentences in the summary */
  selected: number;
}

export interface SummarizeWarning {
  /** Such as `language_model_unavailable`, in snake case */
  code: string;
  message: string;
}

/** Tokens that the language model used for this request; they are not charged */
export interface SummarizeLanguageModelUsage {
  /** Name of the model */
  model: string;
  /** Responses of the model */
  requests: number;
  promptTokens: number;
  /** Generated tokens, with those of reasoning */
  completionTokens: number;
  /** Generated tokens that the endpoint reports as reasoning */
  reasoningTokens: number;
  /** Whether some were counted here, since the endpoint did not report them */
  isEstimated: boolean;
}

/** Result of `summarize`. */
export interface SummarizeData {
  /** The summary */
  summary: string;
  /** Sentences of the summary; offsets refer to `summary` */
  sentences: SummarizeSentence[];
  /** Credits charged */
  usage: number;
  /** Language of the text (BCP 47), as given or detected; `und` if it cannot be determined */
  originalLanguage: string;
  /** Language of the summary */
  targetLanguage: string;
  /** Number of tokens of the processed text (o200k_base encoding) */
  tokenCount: number;
  /** Whether `maxLength` removed or shortened a sentence */
  truncated: boolean;
  /** Methods that created the summary: `abstractive`, or `extractive`, followed by that of the translation as in `extractive+bergamot` */
  engine: string;
  /** Sections of the text, and how much of each an extractive summary contains; at most 200 */
  sections?: SummarizeSection[];
  /** Why the summary is not as requested, such as a failure of the language model */
  warnings?: SummarizeWarning[];
  /** Tokens that the language model used for this request; they are not charged */
  languageModelUsage?: SummarizeLanguageModelUsage;
}

export interface TranslateGlossary {
  /** Term in the text; matches whole words */
  source: string;
  /** Its translation */
  target: string;
}

/** Input of `translate`. */
export interface TranslateInput {
  /** Text to translate; at most 1,000,000 UTF-16 code units */
  text: string;
  /** Language to translate to (BCP 47 tag or English name) */
  targetLanguage: string;
  /** Language of the text (BCP 47 tag or English name); default: `auto`, detected */
  sourceLanguage?: string | undefined;
  /** `markdown` keeps markup, code, and the targets of links */
  format?: 'text' | 'markdown' | undefined;
  /** Terms with the translations to use. Terms with capital letters match only in that case */
  glossary?: TranslateGlossary[] | undefined;
}

/** Position of the sentence in the input text */
export interface TranslateSource {
  startIndex: number;
  endIndex: number;
}

export interface TranslateSentence {
  /** Text of the sentence */
  text: string;
  /** Start offset, 0-based, in UTF-16 code units */
  startIndex: number;
  /** End offset, exclusive */
  endIndex: number;
  /** Position of the sentence in the input text */
  source: TranslateSource;
}

export interface TranslateWarning {
  code: string;
  message: string;
}

/** Result of `translate`. */
export interface TranslateData {
  /** The translated text */
  translation: string;
  /** Language of the text (BCP 47) */
  sourceLanguage: string;
  /** Language of the translation: `pt` if `pt-BR` was requested and only a model for `pt` exists */
  targetLanguage: string;
  /** Translated sentences; offsets refer to `translation` */
  sentences: TranslateSentence[];
  /** `bergamot` (local models), `llm` (language model), or `none` if nothing had to be translated */
  engine: string;
  /** Number of tokens of the processed text (o200k_base encoding) */
  tokenCount: number;
  /** Credits charged */
  usage: number;
  /** What could not be done: `glossary_term_not_applied`, `not_translated`, or `same_language` (nothing to translate) */
  warnings?: TranslateWarning[];
}

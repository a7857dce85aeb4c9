import type { CrawlService } from '../../crawls/crawl-service.ts';
import type { JobService } from '../../jobs/job-service.ts';
import type { Operation } from '../../operations/define-operation.ts';
import type { CountBytes, PipelineContext, RequestOrigin } from '../../pipeline/pipeline-context.ts';
import type { KeyRecord } from '../../storage/repositories/keys.ts';

/** The parts of the service that MCP requests use. */
export interface McpContext {
  readonly operations: readonly Operation[];
  readonly context: PipelineContext;
  readonly jobs: JobService;
  readonly crawls: CrawlService;
  /** Version of the service. */
  readonly version: string;
}

/** One message of a client, whose key has been verified. The protocol keeps nothing between two messages. */
export interface McpSession extends McpContext {
  readonly key: KeyRecord;
  readonly origin: RequestOrigin;
  /** Size of the message in bytes. */
  readonly messageBytes: number;
  /** Counts memory that is used until the response has been sent. @throws ServiceError if there is too little */
  readonly countBytes: CountBytes;
}

import type { GuardedClient } from '@quern/web/fetch/guarded-client';
import type { Logger } from 'pino';
import { BatchFeeder } from '../batches/batch-feeder.ts';
import { BatchService } from '../batches/batch-service.ts';
import { CrawlService } from '../crawls/crawl-service.ts';
import { JobDispatcher } from '../jobs/job-dispatcher.ts';
import { JobService } from '../jobs/job-service.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import { runJob } from '../pipeline/run-job.ts';
import { type NodeRole, runsJobs } from '../roles/node-role.ts';
import { WebhookSender } from '../webhooks/webhook-sender.ts';
import { WebhookService } from '../webhooks/webhook-service.ts';

/** Work that no client waits for, and the services that manage it. */
export interface BackgroundWork {
  readonly jobs: JobService;
  readonly batches: BatchService;
  readonly crawls: CrawlService;
  readonly webhooks: WebhookService;
  /** @param role a node that serves requests only starts none of it */
  start(role: NodeRole): void;
  /** Returns running jobs to the queue, and waits until all work has stopped. */
  stop(): Promise<void>;
}

/** Dependencies of background work. */
export interface BackgroundWorkOptions {
  readonly log: Logger;
  readonly operations: readonly Operation[];
  readonly context: PipelineContext;
  /** Sends events to webhooks. */
  readonly web: Pick<GuardedClient, 'open'>;
}

/**
 * Maximum number of jobs that run on this node at the same time. Most of them wait for an engine, which takes turns between
 * keys; more of them share the commits of the database.
 */
export const runningJobsMax = 128;

/** Composes the background work of a node. Nothing runs until it is started. */
export function composeBackgroundWork({
  log,
  operations,
  context,
  web,
}: BackgroundWorkOptions): BackgroundWork {
  const { store, nodeId, retentionMs, now } = context;
  const reportAs =
    (message: string) =>
    (error: unknown): void =>
      log.error({ err: error }, message);
  const dispatcher = new JobDispatcher({
    jobs: store.jobs,
    operations,
    nodeId,
    runningMax: runningJobsMax,
    retentionMs,
    run: (run) => runJob(run, context),
    now,
    onError: reportAs('the dispatcher of jobs failed'),
  });
  const feeder = new BatchFeeder({
    batches: store.batches,
    crawls: store.crawls,
    retentionMs,
    now,
    onError: reportAs('the feeder of batches failed'),
  });
  const { webhooks } = store;
  const sender = new WebhookSender({
    webhooks,
    web,
    now,
    onError: reportAs('the sender of webhooks failed'),
  });
  return {
    jobs: new JobService(context, dispatcher),
    batches: new BatchService({ context, operations, dispatcher }),
    crawls: new CrawlService(context),
    webhooks: new WebhookService({ webhooks, sender, now }),
    start: (role) => {
      if (!runsJobs(role)) return;
      dispatcher.start();
      feeder.start();
      sender.start();
    },
    stop: async () => {
      await Promise.all([dispatcher.stop(), feeder.stop(), sender.stop()]);
    },
  };
}

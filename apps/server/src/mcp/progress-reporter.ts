import type { ServerContext } from '@modelcontextprotocol/server';
import type { OperationContext } from '../operations/define-operation.ts';

/** Smallest step that is reported, so that a long call sends at most about a hundred notifications. */
const stepMin = 0.01;

/**
 * Creates the function that sends the progress of a call to its client, if the client has asked for it. The reported
 * fraction always increases, as the specification demands.
 */
export function createProgressReporter({ mcpReq }: ServerContext): OperationContext['progress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let reported = 0;
  return (fraction, message) => {
    const progress = Math.min(fraction, 1);
    if (progress < reported + stepMin) return;
    reported = progress;
    const params = { progressToken, progress, total: 1, ...(message === undefined ? {} : { message }) };
    // The client may be gone, which the call itself notices.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

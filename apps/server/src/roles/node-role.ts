/** The work of a node: requests (`api`), jobs (`worker`), or both. */
export type NodeRole = 'all' | 'api' | 'worker';

/** Whether a node has the API and the dashboard. */
export const servesRequests = (role: NodeRole): boolean => role !== 'worker';

/** Whether a node runs jobs, feeds batches and sends webhooks. */
export const runsJobs = (role: NodeRole): boolean => role !== 'api';

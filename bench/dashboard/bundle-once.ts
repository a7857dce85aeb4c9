/** Prints how long the first bundling of the dashboard takes in a new process, in milliseconds. An argument is the path of its cache. */
import { bundleDashboard } from '@quern/dashboard/bundle';

const cachePath = process.argv[2];
const startedAt = performance.now();
await bundleDashboard({ folder: '/dashboard/', ...(cachePath !== undefined && { cachePath }) });
console.log(performance.now() - startedAt);

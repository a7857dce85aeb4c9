/** Prints how long the first bundling of the dashboard takes in a new process, in milliseconds. */
import { bundleDashboard } from '@quern/dashboard/bundle';

const startedAt = performance.now();
await bundleDashboard('/dashboard/');
console.log(performance.now() - startedAt);

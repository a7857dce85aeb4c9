import { afterEach } from 'vitest';
import { printLogs } from './service-logs.ts';

/** A setup file, which runs for each test file: modules that files share are loaded once for all. */
afterEach(({ task }) => {
  if (task.result?.state === 'fail') printLogs();
});

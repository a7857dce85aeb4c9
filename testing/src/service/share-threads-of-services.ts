import { shareThreads } from './shared-threads.ts';

/** A setup file for tests of what a service does, not of how its threads start and end. */
shareThreads();

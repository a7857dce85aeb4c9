/** Sent by a measured process for the time between the messages `begin` and `end`. */
export interface TargetReport {
  /** User and system time of all threads, in microseconds. */
  readonly cpuUs: number;
  /** Longest delay of the event loop, in milliseconds. */
  readonly loopDelayMaxMs: number;
  /** 99th percentile of the delay of the event loop, in milliseconds. */
  readonly loopDelayP99Ms: number;
}

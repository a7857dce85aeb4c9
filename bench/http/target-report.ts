/** What a measured process says of itself between `begin` and `end`. */
export interface TargetReport {
  /** User and system time of all threads, in microseconds. */
  readonly cpuUs: number;
  /** The longest the event loop was held up, in milliseconds. */
  readonly loopDelayMaxMs: number;
  readonly loopDelayP99Ms: number;
}

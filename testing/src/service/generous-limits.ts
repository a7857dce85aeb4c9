/**
 * Settings of services for tests that are not about their limits, which then have no effect, however slow or fast the
 * machine is.
 */
export const generousLimits = {
  QUERN_RATE_LIMIT: 'off',
  QUERN_QUEUE_TIME: '1h',
  QUERN_FETCH_TIME: '10m',
  // Less than the time limit of scrape, which is 120 s.
  QUERN_RENDER_TIME: '100s',
  QUERN_MAP_TIME: '200s',
  QUERN_LLM_TIME: '10m',
} as const;

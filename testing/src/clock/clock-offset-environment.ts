/** Environment of a child process whose wall clock is shifted by `milliseconds`. */
export function clockOffsetEnvironment(milliseconds: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${new URL('./preload-clock-offset.ts', import.meta.url)}`,
    TEST_CLOCK_SHIFT_MS: String(milliseconds),
  };
}

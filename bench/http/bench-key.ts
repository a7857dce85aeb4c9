/** API key of the benchmarks. */
export const benchKey = 'bench-key-0123456789-0123456789-0123456789';

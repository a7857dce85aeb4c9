const windowsMax = 256;

/**
 * Runs equal windows of one call once: logs, tables and letters repeat whole passages, and a window's answer depends on
 * nothing but its pieces. Holds the last 256 windows.
 */
export function cacheWindows<Answer>(
  run: (pieces: Int32Array) => Promise<Answer>,
): (pieces: Int32Array) => Promise<Answer> {
  const known = new Map<string, Answer>();
  return async (pieces) => {
    const key = pieces.join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = await run(pieces);
    for (const oldest of known.size < windowsMax ? [] : known.keys()) {
      known.delete(oldest);
      break;
    }
    known.set(key, answer);
    return answer;
  };
}

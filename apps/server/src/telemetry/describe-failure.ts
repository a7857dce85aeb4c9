import { redactUrlsIn } from '@quern/web/fetch/redact-url';

const messageLengthMax = 500;
const causesMax = 3;

/**
 * Describes an expected failure for the log, in one line: its message and those of its causes, without stack traces and
 * without the queries of URLs.
 */
export function describeFailure(failure: unknown): string {
  const messages: string[] = [];
  let current = failure;
  for (let depth = 0; depth < causesMax && current !== undefined && current !== null; depth += 1) {
    const message = current instanceof Error ? current.message : String(current);
    if (!messages.includes(message)) messages.push(message);
    current = current instanceof Error ? current.cause : undefined;
  }
  const line = redactUrlsIn(messages.join(': ').replace(/\s+/g, ' '));
  return line.length > messageLengthMax ? `${line.slice(0, messageLengthMax - 3)}...` : line;
}

const messageLengthMax = 500;
const causesMax = 3;

/** The part of a URL after its path, and credentials before its host. */
const urlPattern = /\b(https?:\/\/)(?:[^\s/@?#]*@)?([^\s?#'"<>]*)(?:[?#][^\s'"<>]*)?/gi;

/** Removes the credentials, the query, and the fragment of every URL in a text: they may contain secrets. */
export const removeUrlSecrets = (text: string): string => text.replace(urlPattern, '$1$2');

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
  const line = removeUrlSecrets(messages.join(': ').replace(/\s+/g, ' '));
  return line.length > messageLengthMax ? `${line.slice(0, messageLengthMax - 3)}...` : line;
}

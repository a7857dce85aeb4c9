/** Where a page sends its visitor by itself, and after how many seconds. */
export interface Refresh {
  /** As written; '' means the page itself. */
  readonly target: string;
  readonly delaySeconds: number;
}

const contentLengthMax = 2500;
/** A page that sends on says so early. */
const headLengthMax = 128 * 1024;

/**
 * Reads `5; url=/next` of a meta refresh or a `Refresh` header, as tolerant as browsers
 * (https://html.spec.whatwg.org/#shared-declarative-refresh-steps).
 */
export function parseRefresh(content: string): Refresh | undefined {
  const match = /^\s*(\d*)[\d.]*(?:\s*[;,\s]\s*(?:url\s*=\s*)?(.*))?$/is.exec(
    content.slice(0, contentLengthMax),
  );
  if (!match || !/^\s*[\d.]/.test(content)) return undefined;
  const [, delay = '', rest = ''] = match;
  const quoted = /^(["'])(.*?)(?:\1|$)/s.exec(rest);
  return { target: (quoted?.[2] ?? rest).trim(), delaySeconds: Number(delay) };
}

/** The meta refresh in a page's head; those for visitors without scripts (`noscript`) and in comments are none. */
export function findMetaRefresh(html: string): Refresh | undefined {
  const head = html.slice(0, headLengthMax);
  if (!/http-equiv/i.test(head)) return undefined;
  const visible = head.replace(
    /<!--.*?(?:-->|$)|<(noscript|script|style|template)\b.*?(?:<\/\1\s*>|$)/gis,
    '',
  );
  for (const [tag] of visible.matchAll(/<meta\b[^<>]{0,3000}/gi)) {
    if (!/http-equiv\s*=\s*["']?\s*refresh\b/i.test(tag)) continue;
    const content = /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag);
    const text = content?.[1] ?? content?.[2] ?? content?.[3];
    const refresh = text === undefined ? undefined : parseRefresh(text.replaceAll('&amp;', '&'));
    if (refresh) return refresh;
  }
  return undefined;
}

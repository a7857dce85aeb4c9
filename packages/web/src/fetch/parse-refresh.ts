/** A redirect by `<meta http-equiv="refresh">` or the `Refresh` header. */
export interface Refresh {
  /** As written, relative to the page; '' means the page itself. */
  readonly target: string;
  readonly delaySeconds: number;
}

const contentLengthMax = 2500;
/** Only the start of a page is searched, where its head is. */
const headLengthMax = 128 * 1024;
const tagLengthMax = 3000;

/**
 * Parses the content of a meta refresh or a `Refresh` header, such as `5; url=/next`, as leniently as browsers do
 * (https://html.spec.whatwg.org/#shared-declarative-refresh-steps).
 *
 * @returns undefined when it is not a refresh
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

/** Finds the meta refresh in the head of a page. Those in comments, scripts and `noscript` are ignored. */
export function findMetaRefresh(html: string): Refresh | undefined {
  const head = html.slice(0, headLengthMax);
  if (!/http-equiv/i.test(head)) return undefined;
  const visible = head.replace(
    /<!--.*?(?:-->|$)|<(noscript|script|style|template)\b.*?(?:<\/\1\s*>|$)/gis,
    '',
  );
  for (const [tag] of visible.matchAll(new RegExp(`<meta\\b[^<>]{0,${tagLengthMax}}`, 'gi'))) {
    if (!/http-equiv\s*=\s*["']?\s*refresh\b/i.test(tag)) continue;
    const content = /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag);
    const text = content?.[1] ?? content?.[2] ?? content?.[3];
    const refresh = text === undefined ? undefined : parseRefresh(text.replaceAll('&amp;', '&'));
    if (refresh) return refresh;
  }
  return undefined;
}

/** Whether the directives of a robots meta tag or `X-Robots-Tag` include `nofollow`, or `none`, which implies it. */
export function hasNofollow(directives: string): boolean {
  return /(?:^|[\s,:])(?:nofollow|none)(?:[\s,]|$)/i.test(directives);
}

/**
 * The directives of `X-Robots-Tag` for this crawler. Those after another crawler's name (`otherbot: nofollow`) are
 * skipped. The colon of a directive with a value (`unavailable_after: ...`) does not follow a name.
 *
 * @param token product token of the crawler; '' for the directives of all crawlers
 */
export function robotsDirectives(header: string, token: string): string {
  const ownName = token.toLowerCase();
  let isOwn = true;
  return header
    .split(',')
    .map((part) => {
      const [prefix = '', name] = /^\s*([\w-]+)\s*:/.exec(part) ?? [];
      if (name === undefined || /^(?:unavailable_after|max-.*)$/i.test(name)) return isOwn ? part : '';
      isOwn = name.toLowerCase() === ownName;
      return isOwn ? part.slice(prefix.length) : '';
    })
    .join(',');
}

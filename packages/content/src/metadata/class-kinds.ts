/** Meanings of the class names of an element. */
export interface ClassKinds {
  /** Comments, related articles and the like. */
  readonly isOutside: boolean;
  readonly isByline: boolean;
  readonly isPublished: boolean;
  readonly isModified: boolean;
}

/** Longer lists of class names are cut. */
const lengthMax = 300;

const outside =
  /(?:^|\s)(?:comments?(?:-?(?:list|area|section|s))?|disqus_thread|replies|related(?:-\S+)?|sidebar)(?:\s|$)/i;
const byline =
  /(?:^|[\s_-])(?:by-?line|authors?|autor(?:e|es|en)?|auteurs?|writers?|reporters?|journalists?|columnists?|signature|contributors?)(?:$|[\s_-])/i;
const notByline = /author\S*(?:bio|descri|about|image|img|avatar|photo|link|box|stati|button|title|role)/i;
const published =
  /(?:^|[\s_-])(?:date|fecha|datum|datetime|(?:dt-)?published|publish(?:ed)?[-_]?(?:date|on|time)|(?:entry|post|article|news|story|blog|pub)[-_]{0,2}(?:date|time)|date[-_]?(?:line|published|publication)|posted[-_]on|timestamp)(?:\s|$)/i;
const modified =
  /(?:^|\s)(?:dt-updated|updated|(?:last-?)?modified|(?:\S+[-_])?updated?[-_](?:date|on|time))(?:\s|$)/i;

/** Returns the meanings of class names, or of an id. */
export function classKindsOf(className: string): ClassKinds {
  const text = className.slice(0, lengthMax);
  return {
    isOutside: outside.test(text),
    isByline: byline.test(text) && !notByline.test(text),
    isPublished: published.test(text),
    isModified: modified.test(text),
  };
}

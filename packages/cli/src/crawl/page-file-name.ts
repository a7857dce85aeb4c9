const segmentLengthMax = 100;
/** Characters that a file name cannot have on some system, and control characters. */
const forbidden = /[<>:"|?*\\/\p{Cc}]/gu;

/**
 * Returns the name of the file for a page: `example.org/docs/a.md` for `https://example.org/docs/a`, and `index.md` in the
 * folder of a path that ends with a slash. It never leads out of the folder that it is relative to.
 *
 * @param used names of other pages, to which the new one is added
 */
export function pageFileName(url: string, used: Set<string>): string {
  const { host, pathname, search } = new URL(url);
  const segments = pathname.slice(1).split('/').map(toFileName);
  const last = segments.pop() ?? '';
  const name = `${last === '' ? 'index' : last}${search === '' ? '' : `@${toFileName(search.slice(1))}`}`;
  const path = [toFileName(host), ...segments.map((segment) => segment || '_'), name].join('/');
  for (let number = 1; ; number += 1) {
    // Systems that ignore case would otherwise overwrite one page by another.
    const candidate = number === 1 ? `${path}.md` : `${path}~${number}.md`;
    if (used.has(candidate.toLowerCase())) continue;
    used.add(candidate.toLowerCase());
    return candidate;
  }
}

function toFileName(text: string): string {
  const name = [...decode(text).replace(forbidden, '_')].slice(0, segmentLengthMax).join('');
  // Neither `..`, nor a hidden file, nor a final dot or space, which some systems remove.
  return name.replace(/^\.+/, '_').replace(/[. ]+$/, '_');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

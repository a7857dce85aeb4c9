/**
 * Tags that never have content, or whose end tag HTML lets one leave out: the parser closes those by itself,
 * so that a thousand `<p>` in a row are no depth.
 */
const shallow = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'p li dt dd option optgroup tr td th thead tbody tfoot colgroup html head body rp rt'
  ).split(' '),
);
/** Tags whose content is text to the parser. */
const rawText = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const tagPattern = /<!--|<(\/?)([a-zA-Z][^\s/>]*)/g;

/**
 * Takes out the tags (not their text) that lie deeper than `depthMax`, so that no later step can run out of
 * stack on hostile nesting. Pages within the limit come back as they are. Linear in the page's length.
 */
export function limitDepth(html: string, depthMax = 150): string {
  const cuts: [number, number][] = [];
  const open: boolean[] = [];
  let kept = 0;
  tagPattern.lastIndex = 0;
  for (let found = tagPattern.exec(html); found; found = tagPattern.exec(html)) {
    const [matched, slash, rawName = ''] = found;
    if (matched === '<!--') {
      const end = html.indexOf('-->', found.index + 4);
      if (end < 0) break;
      tagPattern.lastIndex = end + 3;
      continue;
    }
    const name = rawName.toLowerCase();
    const end = endOfTag(html, tagPattern.lastIndex);
    tagPattern.lastIndex = end;
    if (shallow.has(name)) continue;
    if (slash === '/') {
      const wasKept = open.pop();
      if (wasKept === false) cuts.push([found.index, end]);
      else if (wasKept) kept--;
    } else if (rawText.has(name)) {
      tagPattern.lastIndex = endOfRawText(html, name, end);
    } else if (html[end - 2] !== '/') {
      const keep = kept < depthMax;
      open.push(keep);
      if (keep) kept++;
      else cuts.push([found.index, end]);
    }
  }
  return cuts.length === 0 ? html : withoutCuts(html, cuts);
}

/** Quoted attribute values may hold `>`. */
function endOfTag(html: string, from: number): number {
  for (let index = from; index < html.length; index++) {
    const sign = html[index];
    if (sign === '>') return index + 1;
    if ((sign === '"' || sign === "'") && html[index - 1] === '=') {
      const close = html.indexOf(sign, index + 1);
      if (close < 0) return html.length;
      index = close;
    }
  }
  return html.length;
}

function endOfRawText(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

function withoutCuts(html: string, cuts: readonly [number, number][]): string {
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of cuts) {
    parts.push(html.slice(from, start), ' ');
    from = end;
  }
  parts.push(html.slice(from));
  return parts.join('');
}

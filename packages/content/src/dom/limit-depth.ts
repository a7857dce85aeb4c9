/** Void elements, which the parser never leaves open. */
const voidTags = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Elements whose content the parser treats as text. */
const rawText = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const formTags = 'input option optgroup select button datalist textarea';
/** Elements that close an open paragraph. */
const paragraphClosers =
  'p h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre section table ul';
/** The innermost elements that an opening tag closes implicitly, copied from htmlparser2, which builds the tree. */
const closedBy: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    ['tr', 'tr th td'],
    ['th', 'th'],
    ['td', 'thead th td'],
    ['body', 'head link script'],
    ['li', 'li'],
    ['option', 'option'],
    ['optgroup', 'optgroup option'],
    ['dd', 'dt dd'],
    ['dt', 'dt dd'],
    ['rt', 'rt rp'],
    ['rp', 'rt rp'],
    ['tbody', 'thead tbody'],
    ['tfoot', 'thead tbody'],
    ...'select input output button datalist textarea'.split(' ').map((name) => [name, formTags]),
    ...paragraphClosers.split(' ').map((name) => [name, 'p']),
  ].map(([name = '', closed = '']) => [name, new Set(closed.split(' '))]),
);
/** Inside these elements a tag that ends with a slash is self-closing. */
const foreignTags = new Set(['svg', 'math']);
const tagPattern = /<!--|<(\/?)([a-zA-Z][^\s/>]*)/g;

/**
 * Removes the tags nested deeper than `depthMax`, but not their text, so that recursion in later steps cannot
 * overflow the stack. Returns pages within the limit unchanged. Linear in the length of the page.
 */
export function limitDepth(
  html: string,
  { depthMax = 150, isXhtml = false }: { readonly depthMax?: number; readonly isXhtml?: boolean } = {},
): string {
  const removedRanges: [number, number][] = [];
  const stack = new OpenTags(depthMax, isXhtml);
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
    if (slash === '/') {
      if (!stack.close(name)) removedRanges.push([found.index, end]);
    } else if (rawText.has(name) && !stack.isForeign() && !(isXhtml && html[end - 2] === '/')) {
      const close = endOfRawText(html, name, end);
      tagPattern.lastIndex = close;
    } else if (!stack.open(name, html[end - 2] === '/')) {
      removedRanges.push([found.index, end]);
    }
  }
  return removedRanges.length === 0 ? html : replaceBySpaces(html, removedRanges);
}

/** The elements that the parser has open. Elements beyond the limit are only counted. */
class OpenTags {
  readonly #depthMax: number;
  readonly #isXhtml: boolean;
  readonly #names: string[] = [];
  readonly #removed = new Map<string, number>();
  #foreign = 0;

  constructor(depthMax: number, isXhtml: boolean) {
    this.#depthMax = depthMax;
    this.#isXhtml = isXhtml;
  }

  isForeign(): boolean {
    return this.#foreign > 0;
  }

  /** Returns false if the tag is to be removed. */
  open(name: string, hasSlash: boolean): boolean {
    const closed = closedBy.get(name);
    for (let top = this.#names.at(-1); top !== undefined && closed?.has(top); top = this.#names.at(-1)) {
      this.#pop();
    }
    if (voidTags.has(name) || (hasSlash && (this.#isXhtml || this.isForeign()))) return true;
    if (this.#names.length >= this.#depthMax) {
      this.#removed.set(name, (this.#removed.get(name) ?? 0) + 1);
      return false;
    }
    this.#names.push(name);
    if (foreignTags.has(name)) this.#foreign++;
    return true;
  }

  /** Returns false if the tag is to be removed. */
  close(name: string): boolean {
    const removed = this.#removed.get(name) ?? 0;
    if (removed > 0) {
      this.#removed.set(name, removed - 1);
      return false;
    }
    const at = this.#names.lastIndexOf(name);
    if (at < 0) return true;
    while (this.#names.length > at) this.#pop();
    return true;
  }

  #pop(): void {
    if (foreignTags.has(this.#names.pop() ?? '')) this.#foreign--;
  }
}

/** Returns the index after a tag; quoted attribute values may contain `>`. */
function endOfTag(html: string, from: number): number {
  for (let index = from; index < html.length; index++) {
    const character = html[index];
    if (character === '>') return index + 1;
    if ((character === '"' || character === "'") && html[index - 1] === '=') {
      const close = html.indexOf(character, index + 1);
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

function replaceBySpaces(html: string, ranges: readonly [number, number][]): string {
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    parts.push(html.slice(from, start), ' ');
    from = end;
  }
  parts.push(html.slice(from));
  return parts.join('');
}

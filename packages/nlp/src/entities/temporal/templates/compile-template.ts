/** Sources of regular expressions that the slots of a template stand for, by slot name. */
export interface TemplateSlots {
  /** Slots that become named groups; each may occur once in a choice. */
  readonly values: Readonly<Record<string, string>>;
  /** Slots without a value, which may occur any number of times. */
  readonly words: Readonly<Record<string, string>>;
  /** Templates that slots stand for. */
  readonly parts?: Readonly<Record<string, string>>;
}

const plainSigns: Readonly<Record<string, string>> = {
  '[': '(?:',
  ']': ')?',
  '(': '(?:',
  ')': ')',
  '|': '|',
  '~': '\\.?',
  $: '(?:$|[.,;:!?)\\]\u00bb"\u201c\u201d\u2026\n])',
  _: '[ \\u00a0\\u202f]?',
  ' ': '[\\s\\u00a0\\u202f]{1,2}',
  '\u00b7': '[\\s\\u00a0-]{1,2}',
  '\u2013': '[ \\u00a0]?[-\\u2013\\u2014~][ \\u00a0]?',
};

/**
 * Compiles a template to the source of a regular expression. In a template, `{name}` is a slot, `[x]` optional, `(a|b)` a
 * choice, `_` an optional space, `·` a space or hyphen, `–` any dash of a range and `~` an optional period; a space matches
 * any white space; `$` the end of a
 * clause; `<x>` must precede and `>x<` must and `>!x<` must not follow what
 * matches. Everything else stands for itself.
 *
 * @throws Error for an unknown slot
 */
export function compileTemplate(template: string, slots: TemplateSlots): string {
  let source = '';
  let isAround = false;
  const whole = template.replace(/\{(\w+)\}/g, (slot, name: string) => slots.parts?.[name] ?? slot);
  for (const [part, slot] of whole.matchAll(/\{(\w+)\}|>!|[^{}]/gu)) {
    if (part === '<' || part.startsWith('>')) {
      source += isAround ? '))' : part === '<' ? '(?<=(?:' : part === '>!' ? '(?!(?:' : '(?=(?:';
      isAround = !isAround;
      continue;
    }
    if (slot === undefined) {
      source += plainSigns[part] ?? part.replace(/[\\^$.*+?{}/]/g, '\\$&');
      continue;
    }
    const [value, word] = [slots.values[slot], slots.words[slot]];
    if (value !== undefined) source += `(?<${slot}>${value})`;
    else if (word !== undefined) source += `(?:${word})`;
    else throw new Error(`unknown slot {${slot}} in the template "${template}"`);
  }
  return source;
}

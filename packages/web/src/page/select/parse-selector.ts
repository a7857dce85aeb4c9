import { AttributeAction, parse, type Selector, SelectorType } from 'css-what';

/** Maximum length of one selector in characters. */
export const selectorLengthMax = 500;

/** One test of an element, such as `.note` or `:first-child`. */
export type SimpleTest =
  | { readonly kind: 'tag'; readonly name: string }
  | {
      readonly kind: 'attribute';
      readonly name: string;
      readonly action: `${AttributeAction}`;
      readonly value: string;
      readonly ignoreCase: boolean;
    }
  | { readonly kind: 'position'; readonly name: PositionName }
  | {
      /** `not` negates the list; `is` and `where` match any of it. */
      readonly kind: 'not' | 'is';
      readonly alternatives: readonly (readonly SimpleTest[])[];
    };

/** How a compound selector relates to the one before it. */
export type Combinator = 'start' | 'descendant' | 'child' | 'adjacent' | 'sibling';

/** A compound selector, such as `li.item:first-child`, and its relation to the one before it. */
export interface CompoundSelector {
  readonly combinator: Combinator;
  readonly tests: readonly SimpleTest[];
}

/** A selector such as `main > p.note`: compound selectors from left to right. */
export type ComplexSelector = readonly CompoundSelector[];

const positionNames = ['first-child', 'last-child', 'only-child', 'empty', 'root'] as const;
/** Structural pseudo-classes that depend on the position of an element only. */
export type PositionName = (typeof positionNames)[number];

const combinators: ReadonlyMap<SelectorType, Combinator> = new Map([
  [SelectorType.Descendant, 'descendant'],
  [SelectorType.Child, 'child'],
  [SelectorType.Adjacent, 'adjacent'],
  [SelectorType.Sibling, 'sibling'],
]);

/** Thrown for a selector that is malformed, too complex, or uses an unsupported part of CSS. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}

/**
 * Parses a selector list (https://www.w3.org/TR/selectors-4/): types, ids, classes, attributes, the four combinators,
 * `:not()`, `:is()` and `:where()` with compound selectors, `:first-child`, `:last-child`, `:only-child`, `:empty` and
 * `:root`. Other pseudo-classes, such as `:has()`, are rejected, so that matching is linear for every selector.
 *
 * @throws SelectorError with a message that starts with a verb in the third person
 */
export function parseSelector(text: string): readonly ComplexSelector[] {
  return parseCss(text).map(toComplexSelector);
}

/**
 * Counts the simple selectors and combinators of a selector list, also inside pseudo-classes.
 *
 * @throws SelectorError
 */
export function countSimpleSelectors(text: string): number {
  return countAllTokens(parseCss(text));
}

/**
 * Checks the syntax of a selector that the browser evaluates, where all of CSS is allowed.
 *
 * @throws SelectorError
 */
export function checkSelectorSyntax(text: string): void {
  parseCss(text);
}

function parseCss(text: string): Selector[][] {
  if (text.length > selectorLengthMax) {
    throw new SelectorError(`must have at most ${selectorLengthMax} characters`);
  }
  const selectors = parseLeniently(text);
  if (selectors.length === 0 || !selectors.every(isComplete)) throw new SelectorError(invalidMessage);
  return selectors;
}

const invalidMessage = 'is not a valid CSS selector';

function parseLeniently(text: string): Selector[][] {
  try {
    return parse(text);
  } catch (cause) {
    throw new SelectorError(invalidMessage, { cause });
  }
}

/** Whether each combinator is between two compound selectors, and no name is empty, which the parser does not check. */
function isComplete(tokens: readonly Selector[]): boolean {
  const isCombinator = (token: Selector | undefined): boolean =>
    token === undefined || combinators.has(token.type);
  return (
    tokens.length > 0 &&
    tokens.every((token, index) => {
      if (isCombinator(token)) return !isCombinator(tokens[index - 1]) && !isCombinator(tokens[index + 1]);
      if (token.type !== SelectorType.Attribute) return true;
      // The parser marks `.class` and `#id` by this value of `ignoreCase`.
      const isShorthand = token.ignoreCase === 'quirks' && token.action !== AttributeAction.Exists;
      return isShorthand ? !/^[.#]/.test(token.value) : !token.name.startsWith('=');
    })
  );
}

function countTokens(tokens: readonly Selector[]): number {
  return tokens.reduce((sum, token) => {
    const lists = token.type === SelectorType.Pseudo && Array.isArray(token.data) ? token.data : [];
    return sum + 1 + countAllTokens(lists);
  }, 0);
}

function countAllTokens(lists: readonly (readonly Selector[])[]): number {
  return lists.reduce((sum, tokens) => sum + countTokens(tokens), 0);
}

function toComplexSelector(tokens: readonly Selector[]): ComplexSelector {
  const compounds: { combinator: Combinator; tests: SimpleTest[] }[] = [{ combinator: 'start', tests: [] }];
  for (const token of tokens) {
    const combinator = combinators.get(token.type);
    if (combinator === undefined) compounds.at(-1)?.tests.push(...toTests(token));
    else compounds.push({ combinator, tests: [] });
  }
  return compounds;
}

function toTests(token: Selector): SimpleTest[] {
  switch (token.type) {
    case SelectorType.Universal:
      return [];
    case SelectorType.Tag:
      return [{ kind: 'tag', name: token.name.toLowerCase() }];
    case SelectorType.Attribute:
      return [
        {
          kind: 'attribute',
          name: token.name.toLowerCase(),
          action: token.action,
          value: token.value,
          ignoreCase: token.ignoreCase === true,
        },
      ];
    case SelectorType.Pseudo:
      return [toPseudoTest(token.name, token.data)];
    default:
      throw new SelectorError(`uses ${token.type}, which is not supported`);
  }
}

function toPseudoTest(name: string, data: unknown): SimpleTest {
  const position = positionNames.find((known) => known === name);
  if (position !== undefined && data === null) return { kind: 'position', name: position };
  if (!/^(?:not|is|where|matches)$/.test(name) || !isSelectorList(data)) {
    throw new SelectorError(`uses :${name.slice(0, 50)}, which is not supported`);
  }
  const alternatives = data.map((tokens) => {
    if (tokens.some(({ type }) => combinators.has(type))) {
      throw new SelectorError(`has a combinator inside :${name}(), which is not supported`);
    }
    return tokens.flatMap(toTests);
  });
  return { kind: name === 'not' ? 'not' : 'is', alternatives };
}

function isSelectorList(data: unknown): data is Selector[][] {
  return Array.isArray(data);
}

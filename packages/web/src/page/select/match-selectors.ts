import type { DomElement } from '@quern/content/dom/dom';
import { AttributeReader } from './attribute-reader.ts';
import type { Combinator, ComplexSelector, SimpleTest } from './parse-selector.ts';

/** A compound selector of one of the selectors, numbered across all of them. */
interface Step {
  readonly combinator: Combinator;
  readonly tests: readonly SimpleTest[];
  /** Whether an element that matches this step matches its whole selector. */
  readonly isLast: boolean;
}

/** For each step, whether an element matches the selector up to it. */
type StepSet = Uint8Array;

/** Where an element is among its siblings. */
interface Position {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isRoot: boolean;
}

/** An element while it is matched. */
interface Subject {
  readonly element: DomElement;
  readonly position: Position;
  readonly attributes: AttributeReader;
}

/**
 * Finds the elements below a root that match any of the selectors. One pass from the root down carries, for each
 * compound selector, whether an ancestor, the parent, or a preceding sibling matches the selector up to it, so that the
 * time is proportional to elements times compound selectors, whatever the combinators.
 */
export function matchSelectors(root: DomElement, selectors: readonly ComplexSelector[]): Set<DomElement> {
  const matcher = new SelectorMatcher(selectors);
  matcher.visitRoot(root);
  return matcher.matches;
}

class SelectorMatcher {
  readonly matches = new Set<DomElement>();
  readonly #steps: readonly Step[];
  /** The set of most elements, which match nothing; never written to. */
  readonly #none: StepSet;

  constructor(selectors: readonly ComplexSelector[]) {
    this.#steps = selectors.flatMap((compounds) =>
      compounds.map((compound, index) => ({ ...compound, isLast: index === compounds.length - 1 })),
    );
    this.#none = this.#emptySet();
  }

  visitRoot(root: DomElement): void {
    const none = this.#none;
    const position = { isFirst: true, isLast: true, isRoot: true };
    const own = this.#match(root, position, {
      ancestors: none,
      parent: none,
      previous: none,
      preceding: none,
    });
    this.#visitChildren(root, own, own);
  }

  /** @param ancestors the steps that the parent or one of its ancestors matches */
  #visitChildren(parent: DomElement, ancestors: StepSet, parentSteps: StepSet): void {
    const elements = parent.children.filter((child) => child.kind === 'element');
    let preceding = this.#none;
    let previous = this.#none;
    for (const [index, element] of elements.entries()) {
      const position = { isFirst: index === 0, isLast: index === elements.length - 1, isRoot: false };
      const own = this.#match(element, position, { ancestors, parent: parentSteps, previous, preceding });
      this.#visitChildren(element, this.#union(ancestors, own), own);
      preceding = this.#union(preceding, own);
      previous = own;
    }
  }

  #match(
    element: DomElement,
    position: Position,
    context: Readonly<Record<'ancestors' | 'parent' | 'previous' | 'preceding', StepSet>>,
  ): StepSet {
    let own = this.#none;
    const subject = { element, position, attributes: new AttributeReader(element) };
    // This loop runs for each element and step, so it creates no objects.
    for (let index = 0; index < this.#steps.length; index++) {
      const step = this.#steps[index];
      if (step === undefined || !isReached(step.combinator, index - 1, context)) continue;
      if (!passesAll(subject, step.tests)) continue;
      if (own === this.#none) own = this.#emptySet();
      own[index] = 1;
      if (step.isLast) this.matches.add(element);
    }
    return own;
  }

  #union(left: StepSet, right: StepSet): StepSet {
    if (right === this.#none || left === right) return left;
    if (left === this.#none) return right;
    return right.every((value, index) => value <= (left[index] ?? 0))
      ? left
      : left.map((value, index) => value | (right[index] ?? 0));
  }

  #emptySet(): StepSet {
    return new Uint8Array(this.#steps.length);
  }
}

function isReached(
  combinator: Combinator,
  before: number,
  context: Readonly<Record<'ancestors' | 'parent' | 'previous' | 'preceding', StepSet>>,
): boolean {
  switch (combinator) {
    case 'start':
      return true;
    case 'descendant':
      return context.ancestors[before] === 1;
    case 'child':
      return context.parent[before] === 1;
    case 'adjacent':
      return context.previous[before] === 1;
    case 'sibling':
      return context.preceding[before] === 1;
  }
}

function passesAll(subject: Subject, tests: readonly SimpleTest[]): boolean {
  for (const test of tests) if (!passes(subject, test)) return false;
  return true;
}

function passes(subject: Subject, test: SimpleTest): boolean {
  switch (test.kind) {
    case 'tag':
      return subject.element.name === test.name;
    case 'attribute':
      return passesAttribute(subject.attributes, test);
    case 'position':
      return passesPosition(subject, test.name);
    case 'is':
    case 'not': {
      const matchesAny = test.alternatives.some((tests) => passesAll(subject, tests));
      return matchesAny === (test.kind === 'is');
    }
  }
}

function passesPosition(
  { element, position: { isFirst, isLast, isRoot } }: Subject,
  name: (SimpleTest & { kind: 'position' })['name'],
): boolean {
  switch (name) {
    case 'first-child':
      return isFirst;
    case 'last-child':
      return isLast;
    case 'only-child':
      return isFirst && isLast;
    case 'root':
      return isRoot;
    case 'empty':
      return element.children.length === 0;
  }
}

function passesAttribute(
  attributes: AttributeReader,
  { name, action, value, ignoreCase }: SimpleTest & { kind: 'attribute' },
): boolean {
  const actual = attributes.value(name, ignoreCase && action !== 'not');
  if (action === 'not') return actual !== value;
  if (actual === undefined) return false;
  const wanted = ignoreCase ? value.toLowerCase() : value;
  switch (action) {
    case 'exists':
      return true;
    case 'equals':
      return actual === wanted;
    case 'element':
      return attributes.hasToken(name, wanted, ignoreCase);
    case 'start':
      return wanted !== '' && actual.startsWith(wanted);
    case 'end':
      return wanted !== '' && actual.endsWith(wanted);
    case 'any':
      return wanted !== '' && actual.includes(wanted);
    case 'hyphen':
      return actual === wanted || actual.startsWith(`${wanted}-`);
  }
}

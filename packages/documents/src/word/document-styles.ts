import { headingLevelMax, listDepthMax } from '@quern/content/blocks/content-block';
import {
  headingLevelOfName,
  isCodeName,
  isInlineCodeName,
  isMonospaced,
  isQuoteName,
  isTitleName,
} from '../office/style-names.ts';
import { type CharacterLook, resolveLook } from '../office/text-look.ts';
import type { StyleDefinition, StylePart } from './style-definition.ts';

/** The role of a paragraph that its style states. */
export interface ParagraphStyle {
  /** Whether this is the style of the document's title. */
  readonly isTitle: boolean;
  /** 1 to 6; undefined for styles of other text. */
  readonly headingLevel?: number | undefined;
  /** Set for styles of list items. */
  readonly list?: StyleList | undefined;
  readonly isQuote: boolean;
  readonly isCode: boolean;
  /** Whether this is the style of an entry of the table of contents. */
  readonly isContents: boolean;
  /** Whether this is the style of further paragraphs of a list item. */
  readonly isContinuation: boolean;
  readonly isHidden: boolean;
  /** Whether the letters of its font are equally wide, although those of the document are not. */
  readonly isMonospaced: boolean;
}

interface StyleList {
  /** Id of the numbering; undefined if only the name of the style shows that it is a list. */
  readonly numberingId?: string | undefined;
  /** Depth that the name of the style states. */
  readonly depth?: number | undefined;
  /** Level of the numbering; undefined if the numbering states it. */
  readonly level?: number | undefined;
  readonly isOrdered: boolean;
}

/** Longer chains of styles that are based on each other are cut. */
const ancestorsMax = 10;

/** The styles of a document, by their ids, which are localized; their names are not. */
export class DocumentStyles {
  readonly #part: StylePart;
  readonly #paragraphs = new Map<string, ParagraphStyle>();
  readonly #characters = new Map<string, CharacterLook>();
  /** Whether most text of the document is in a font whose letters are equally wide, which then does not mean code. */
  readonly #isMonospacedByDefault: boolean;

  /** @param part without definitions if the document has none, so that the ids have to do as names */
  constructor(part: StylePart) {
    this.#part = part;
    const chain = this.#chainOf('');
    const font = chain.find((style) => style.font !== undefined)?.font ?? this.#part.defaultFont;
    this.#isMonospacedByDefault = isMonospaced(font);
  }

  /** BCP 47, '' if it is not stated. */
  get language(): string {
    return this.#part.language;
  }

  /** @param id id of the style of a paragraph; '' for the default style */
  resolve(id: string): ParagraphStyle {
    const known = this.#paragraphs.get(id);
    if (known) return known;
    const style = this.#resolve(id);
    this.#paragraphs.set(id, style);
    return style;
  }

  /** @param id id of a character style */
  resolveCharacters(id: string): CharacterLook {
    const known = this.#characters.get(id);
    if (known) return known;
    const chain = this.#chainOf(id);
    const font = chain.find((style) => style.font !== undefined)?.font ?? '';
    const style = {
      ...resolveLook(chain),
      isCode: chain.some(({ name }) => isInlineCodeName(name)) || this.isCodeFont(font),
    };
    this.#characters.set(id, style);
    return style;
  }

  /** Whether text in a font looks like code in this document. */
  isCodeFont(font: string): boolean {
    return !this.#isMonospacedByDefault && isMonospaced(font);
  }

  /** @returns the id of the numbering of a style for lists */
  numberingOf(id: string): string | undefined {
    return this.#part.definitions.get(id)?.numberingId;
  }

  #resolve(id: string): ParagraphStyle {
    const chain = this.#chainOf(id);
    const name = chain[0]?.name ?? id;
    const level = chain.map(levelOf).find((found) => found !== undefined);
    const font = chain.find((style) => style.font !== undefined)?.font ?? '';
    return {
      isTitle: isTitleName(name),
      headingLevel: level !== undefined && level > 0 ? level : undefined,
      list: listOf(chain),
      isQuote: chain.some((style) => isQuoteName(style.name)),
      isCode: chain.some((style) => isCodeName(style.name)),
      isContents: /^(?:toc|table of figures|contents) ?\d*$/i.test(name),
      isContinuation: /^list continue/i.test(name),
      isHidden: resolveLook(chain).isHidden ?? false,
      isMonospaced: this.isCodeFont(font),
    };
  }

  #chainOf(id: string): StyleDefinition[] {
    const { definitions, defaultStyle } = this.#part;
    const chain: StyleDefinition[] = [];
    let definition = (id === '' ? defaultStyle : definitions.get(id)) ?? { name: id };
    while (chain.length < ancestorsMax) {
      chain.push(definition);
      const parent = definitions.get(definition.basedOn ?? '');
      if (!parent) break;
      definition = parent;
    }
    return chain;
  }
}

/** The level of a heading style; 0 for a style that is none by definition; undefined to inherit it. */
function levelOf({ name, outlineLevel }: StyleDefinition): number | undefined {
  const level = headingLevelOfName(name);
  return level ?? headingLevelOf(outlineLevel);
}

/** Converts an outline level, 0 to 8, to that of a heading; 9 means body text (17.3.1.20). */
export function headingLevelOf(outlineLevel: number | undefined): number | undefined {
  if (outlineLevel === undefined || !(outlineLevel >= 0)) return undefined;
  return outlineLevel >= 9 ? 0 : Math.min(Math.trunc(outlineLevel) + 1, headingLevelMax);
}

function listOf(chain: readonly StyleDefinition[]): StyleList | undefined {
  const name = chain[0]?.name ?? '';
  const [, kind, digit = '1'] = /^list ?(bullet|number) ?([2-9])?$/i.exec(name) ?? [];
  const numbered = chain.find(({ numberingId }) => numberingId !== undefined);
  if (kind === undefined && (numbered?.numberingId ?? '0') === '0') return undefined;
  return {
    numberingId: numbered?.numberingId,
    depth: kind === undefined ? undefined : clampDepth(Number(digit) - 1),
    level: numbered?.depth === undefined ? undefined : clampDepth(numbered.depth),
    isOrdered: kind?.toLowerCase() === 'number',
  };
}

/** Limits the depth of a list item to what word processors have. */
export function clampDepth(depth: number): number {
  return depth > 0 ? Math.min(Math.trunc(depth), listDepthMax) : 0;
}

import { headingLevelMax, listDepthMax } from '../model/document-block.ts';
import { parseXml } from '../xml/parse-xml.ts';

/** The role of a paragraph that its style states. */
export interface ParagraphStyle {
  /** Whether this is the style of the document's title. */
  readonly isTitle: boolean;
  /** 1 to 6; undefined for styles of other text. */
  readonly headingLevel?: number | undefined;
  /** Set for styles of list items. */
  readonly list?: StyleList | undefined;
}

interface StyleList {
  /** Id of the numbering; undefined if only the name of the style shows that it is a list. */
  readonly numberingId?: string | undefined;
  readonly depth: number;
  readonly isOrdered: boolean;
}

/** A style as the part defines it (ECMA-376 part 1, 17.7). */
interface StyleDefinition {
  name: string;
  basedOn?: string;
  outlineLevel?: number;
  numberingId?: string;
  depth?: number;
}

/** Longer chains of styles that are based on each other are cut. */
const ancestorsMax = 10;

/** The styles of a document, by their ids, which are localized; their names are not. */
export class DocumentStyles {
  readonly #definitions: ReadonlyMap<string, StyleDefinition>;
  readonly #resolved = new Map<string, ParagraphStyle>();

  /** @param xml the styles part; '' if there is none, so that the ids have to do as names */
  constructor(xml: string) {
    this.#definitions = xml === '' ? new Map() : readDefinitions(xml);
  }

  /** @param id id of the style of a paragraph; '' for the default style */
  resolve(id: string): ParagraphStyle {
    const known = this.#resolved.get(id);
    if (known) return known;
    const style = this.#resolve(id);
    this.#resolved.set(id, style);
    return style;
  }

  #resolve(id: string): ParagraphStyle {
    const chain = this.#chainOf(id);
    const name = chain[0]?.name ?? id;
    const level = chain.map(levelOf).find((found) => found !== undefined);
    return {
      isTitle: /^title$/i.test(name),
      headingLevel: level !== undefined && level > 0 ? level : undefined,
      list: listOf(chain),
    };
  }

  #chainOf(id: string): StyleDefinition[] {
    const chain: StyleDefinition[] = [];
    let definition = this.#definitions.get(id) ?? { name: id };
    while (chain.length < ancestorsMax) {
      chain.push(definition);
      const parent = this.#definitions.get(definition.basedOn ?? '');
      if (!parent) break;
      definition = parent;
    }
    return chain;
  }
}

function readDefinitions(xml: string): Map<string, StyleDefinition> {
  const definitions = new Map<string, StyleDefinition>();
  let open: StyleDefinition | undefined;
  parseXml(xml, {
    openTag: (element, attributes) => {
      const value = attributes['val'] ?? '';
      if (element === 'style') {
        open = { name: '' };
        definitions.set(attributes['styleId'] ?? '', open);
      } else if (!open) return;
      else if (element === 'name') open.name = value;
      else if (element === 'basedOn') open.basedOn = value;
      else if (element === 'outlineLvl') open.outlineLevel = Number(value);
      else if (element === 'numId') open.numberingId = value;
      else if (element === 'ilvl') open.depth = Number(value);
    },
    closeTag: (element) => {
      if (element === 'style') open = undefined;
    },
  });
  return definitions;
}

/** The level of a heading style; 0 for a style that is none by definition; undefined to inherit it. */
function levelOf({ name, outlineLevel }: StyleDefinition): number | undefined {
  const digit = /^heading ?([1-9])$/i.exec(name)?.[1];
  if (digit !== undefined) return Math.min(Number(digit), headingLevelMax);
  return headingLevelOf(outlineLevel);
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
  const depth = kind === undefined ? (numbered?.depth ?? 0) : Number(digit) - 1;
  return {
    numberingId: numbered?.numberingId,
    depth: clampDepth(depth),
    isOrdered: kind?.toLowerCase() === 'number',
  };
}

/** Limits the depth of a list item to what word processors have. */
export function clampDepth(depth: number): number {
  return depth > 0 ? Math.min(Math.trunc(depth), listDepthMax) : 0;
}

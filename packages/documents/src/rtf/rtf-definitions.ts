import { headingLevelMax } from '@quern/content/blocks/content-block';
import {
  headingLevelOfName,
  isCodeName,
  isInlineCodeName,
  isMonospaced,
  isQuoteName,
  isTitleName,
  listDepthOfName,
} from '../office/style-names.ts';

/** A font of the font table. */
export interface RtfFont {
  name: string;
  /** Undefined for that of the document. */
  codePage: number | undefined;
}

/** A style of the style sheet. */
export interface RtfStyle {
  name: string;
  basedOn: number | undefined;
  /** From 0; undefined if it is not stated. */
  outlineLevel: number | undefined;
}

/** A level of a list. */
export interface RtfListLevel {
  /** `\levelnfc`: 0 decimal, 1 and 2 roman, 3 and 4 letters, 23 bullet, 255 none. */
  format: number;
  start: number;
}

/** A list by its number in paragraphs. */
export interface RtfList {
  levels: readonly RtfListLevel[];
  /** Lists of one definition count on together. */
  id: number;
}

/** The role of a paragraph. */
export interface RtfParagraphRole {
  readonly isTitle: boolean;
  /** 1 to 6; 0 for other text. */
  readonly headingLevel: number;
  readonly isQuote: boolean;
  readonly isCode: boolean;
  /** Whether it is an entry of the table of contents. */
  readonly isContents: boolean;
  /** Depth of list items that the name of the style states; 0 for other styles. */
  readonly listDepth: number;
}

/** Longer chains of styles that are based on each other are cut. */
const ancestorsMax = 10;

/** The tables in the header of an RTF file. */
export class RtfDefinitions {
  readonly fonts = new Map<number, RtfFont>();
  readonly styles = new Map<number, RtfStyle>();
  readonly characterStyles = new Map<number, RtfStyle>();
  /** Levels by the id of the list. */
  readonly listLevels = new Map<number, RtfListLevel[]>();
  readonly lists = new Map<number, RtfList>();
  defaultFont = 0;
  codePage = 1252;

  /** Reads a control word for the default font or code page of the document. */
  readSetting(name: string, value: number): void {
    if (name === 'deff') this.defaultFont = value;
    else if (name === 'ansicpg' && value > 0) this.codePage = value;
    else if (name === 'mac') this.codePage = 10000;
  }

  /** Whether text in a font looks like code, which is not so if most of the document is in such a font. */
  isCodeFont(font: number): boolean {
    return font !== this.defaultFont && this.#isFixed(font) && !this.#isFixed(this.defaultFont);
  }

  isCodeStyle(style: number): boolean {
    return isInlineCodeName(this.characterStyles.get(style)?.name ?? '');
  }

  /** @param outlineLevel of the paragraph itself, from 0 */
  roleOf(style: number, outlineLevel: number | undefined): RtfParagraphRole {
    const chain = this.#chainOf(style);
    const names = chain.map(({ name }) => name);
    const named = names.map(headingLevelOfName).find((level) => level !== undefined);
    const outlined = outlineLevel ?? chain.find((each) => each.outlineLevel !== undefined)?.outlineLevel;
    const level = named ?? (outlined !== undefined && outlined >= 0 && outlined < 9 ? outlined + 1 : 0);
    return {
      isTitle: isTitleName(names[0] ?? ''),
      headingLevel: Math.min(level, headingLevelMax),
      isQuote: names.some(isQuoteName),
      isCode: names.some(isCodeName),
      listDepth: listDepthOfName(names[0] ?? '') ?? 0,
      isContents: /^(?:toc|contents) ?\d+$/i.test(names[0] ?? ''),
    };
  }

  #isFixed(font: number): boolean {
    return isMonospaced(this.fonts.get(font)?.name ?? '');
  }

  #chainOf(style: number): RtfStyle[] {
    const chain: RtfStyle[] = [];
    let definition = this.styles.get(style);
    while (definition && chain.length < ancestorsMax) {
      chain.push(definition);
      definition = definition.basedOn === undefined ? undefined : this.styles.get(definition.basedOn);
    }
    return chain;
  }
}

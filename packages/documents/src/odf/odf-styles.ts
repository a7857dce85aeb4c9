import { formatLabel, formatNumber } from '../office/number-format.ts';
import {
  headingLevelOfName,
  isCodeName,
  isInlineCodeName,
  isMonospaced,
  isQuoteName,
  isTitleName,
  listDepthOfName,
} from '../office/style-names.ts';
import { type CharacterLook, resolveLook } from '../office/text-look.ts';
import { type ListLevel, type StyleDefinition, StyleReader } from './read-odf-styles.ts';

/** The role of a paragraph. */
export interface OdfParagraphStyle {
  readonly isTitle: boolean;
  /** 1 to 6; undefined for styles of other text. */
  readonly headingLevel: number | undefined;
  readonly isQuote: boolean;
  readonly isCode: boolean;
  /** Whether its font looks like that of code. */
  readonly isMonospaced: boolean;
  /** Depth of list items that the name of the style states; 0 for other styles. */
  readonly listDepth: number;
  readonly isHidden: boolean;
}

/** Longer chains of styles that are based on each other are cut. */
const ancestorsMax = 10;

/** The styles of an OpenDocument file (OpenDocument 1.3 part 3, 16). Automatic styles are based on named ones. */
export class OdfStyles {
  /** Reads the elements of styles. */
  readonly reader = new StyleReader();
  readonly #paragraphs = new Map<string, OdfParagraphStyle>();
  readonly #texts = new Map<string, CharacterLook>();
  #isMonospacedByDefault: boolean | undefined;

  paragraph(name: string): OdfParagraphStyle {
    const known = this.#paragraphs.get(name);
    if (known) return known;
    const chain = this.#chainOf('paragraph', name);
    const names = chain.map((style) => style.displayName);
    const named = names.find((each) => !/^P\d+$/.test(each)) ?? '';
    const style = {
      isTitle: isTitleName(named),
      headingLevel: names.map(headingLevelOfName).find((level) => level !== undefined),
      isQuote: names.some(isQuoteName),
      isCode: names.some(isCodeName),
      listDepth: names.map(listDepthOfName).find((depth) => depth !== undefined) ?? 0,
      isMonospaced: this.#isCodeFont(fontOf(chain)),
      isHidden: resolveLook(chain).isHidden ?? false,
    };
    this.#paragraphs.set(name, style);
    return style;
  }

  text(name: string): CharacterLook {
    const known = this.#texts.get(name);
    if (known) return known;
    const chain = this.#chainOf('text', name);
    const font = fontOf(chain);
    const isNamed = chain.some((style) => isInlineCodeName(style.displayName));
    const style = {
      ...resolveLook(chain),
      isCode: font === '' && !isNamed ? undefined : isNamed || this.#isCodeFont(font),
    };
    this.#texts.set(name, style);
    return style;
  }

  /** Whether a sheet or slide is hidden. @param family `table` or `drawing-page` */
  isHiddenPage(family: string, name: string): boolean {
    return this.#chainOf(family, name)[0]?.isHidden ?? false;
  }

  /** @returns the level of a list style, from depth 0, or the deepest one that it has; undefined if it is not known */
  listLevel(style: string, depth: number): ListLevel | undefined {
    const levels = this.reader.lists.get(style);
    return levels?.[depth] ?? levels?.at(Math.min(depth, levels.length) - 1);
  }

  /** @param numbers of the item and the items around it, from the outermost */
  labelOf(style: string, depth: number, numbers: readonly number[]): string {
    const levels = this.reader.lists.get(style) ?? [];
    const level = this.listLevel(style, depth);
    if (level === undefined || level.format === '') return '';
    const first = Math.max(0, depth + 1 - level.displayLevels);
    const shown: string[] = [];
    for (let index = first; index <= depth; index++) {
      const format = (levels[index] ?? level).format ?? 'decimal';
      if (format !== '') shown.push(formatNumber(numbers[index] ?? 1, format));
    }
    return formatLabel(`${level.prefix}${shown.join('.')}${level.suffix}`, []);
  }

  #isCodeFont(font: string): boolean {
    if (font === '') return false;
    this.#isMonospacedByDefault ??= this.#isFixed(fontOf(this.#chainOf('paragraph', 'Standard')));
    return !this.#isMonospacedByDefault && this.#isFixed(font);
  }

  #isFixed(font: string): boolean {
    return this.reader.fixedFonts.has(font) || isMonospaced(this.reader.fontNames.get(font) ?? font);
  }

  #chainOf(family: string, name: string): StyleDefinition[] {
    const chain: StyleDefinition[] = [];
    let key = name;
    while (chain.length < ancestorsMax) {
      const definition = this.reader.definitions.get(`${family} ${key}`);
      if (!definition) {
        if (key !== '') chain.push({ displayName: key.replaceAll('_20_', ' ') });
        break;
      }
      chain.push(definition);
      key = definition.parent ?? '';
    }
    return chain;
  }
}

function fontOf(chain: readonly StyleDefinition[]): string {
  return chain.find((style) => style.font !== undefined)?.font ?? '';
}

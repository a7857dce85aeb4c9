import { codePageOfCharset } from '../office/code-pages.ts';
import type { RtfDefinitions, RtfFont, RtfListLevel, RtfStyle } from './rtf-definitions.ts';
import type { RtfDestination } from './rtf-state.ts';

const nameLengthMax = 200;
const levelsMax = 9;
const tableLengthMax = 20_000;

/** Collects the tables at the beginning of a file: fonts, styles and lists. */
export class RtfHeader {
  readonly #definitions: RtfDefinitions;
  #font: RtfFont | undefined;
  #style: RtfStyle | undefined;
  #levels: RtfListLevel[] = [];
  #list: { levels: RtfListLevel[]; id: number } | undefined;

  constructor(definitions: RtfDefinitions) {
    this.#definitions = definitions;
  }

  /** A group begins, which in the style sheet has the default style unless it names another one. */
  open(destination: RtfDestination, depth: number): void {
    if (destination === 'styles' && depth === 1) this.#openStyle(this.#definitions.styles, 0);
  }

  control(destination: RtfDestination, name: string, value: number): void {
    if (destination === 'fonts') this.#readFont(name, value);
    else if (destination === 'styles') this.#readStyle(name, value);
    else if (destination === 'lists') this.#readList(name, value);
    else if (destination === 'overrides') this.#readOverride(name, value);
  }

  text(destination: RtfDestination, text: string): void {
    const entry = destination === 'fonts' ? this.#font : destination === 'styles' ? this.#style : undefined;
    if (!entry || entry.name.endsWith(';')) return;
    entry.name = `${entry.name}${text}`.slice(0, nameLengthMax);
    const end = entry.name.indexOf(';');
    if (end >= 0) entry.name = entry.name.slice(0, end).trim();
    if (end >= 0) this.#closeEntry(destination);
  }

  #closeEntry(destination: RtfDestination): void {
    if (destination === 'fonts') this.#font = undefined;
    else this.#style = undefined;
  }

  #readFont(name: string, value: number): void {
    const { fonts } = this.#definitions;
    if (name === 'f' && fonts.size < tableLengthMax) {
      this.#font = { name: '', codePage: undefined };
      fonts.set(value, this.#font);
    } else if (name === 'fcharset' && this.#font) this.#font.codePage ??= codePageOfCharset(value);
    else if (name === 'cpg' && this.#font) this.#font.codePage = value;
  }

  #openStyle(styles: Map<number, RtfStyle>, number: number): void {
    if (styles.size >= tableLengthMax) return;
    this.#style = { name: '', basedOn: undefined, outlineLevel: undefined };
    styles.set(number, this.#style);
  }

  #readStyle(name: string, value: number): void {
    const { styles, characterStyles } = this.#definitions;
    if (name === 's') this.#openStyle(styles, value);
    else if (name === 'cs' || name === 'ds' || name === 'ts' || name === 'tsrowd') {
      if (name === 'cs') this.#openStyle(characterStyles, value);
      else this.#style = undefined;
    } else if (name === 'sbasedon' && this.#style) this.#style.basedOn = value;
    else if (name === 'outlinelevel' && this.#style) this.#style.outlineLevel = value;
  }

  #readList(name: string, value: number): void {
    const level = this.#levels.at(-1);
    if (name === 'list') this.#levels = [];
    else if (name === 'listlevel') {
      if (this.#levels.length < levelsMax) this.#levels.push({ format: 0, start: 1 });
    } else if ((name === 'levelnfc' || name === 'levelnfcn') && level) level.format = value;
    else if (name === 'levelstartat' && level) level.start = value;
    else if (name === 'listid') this.#definitions.listLevels.set(value, this.#levels);
  }

  #readOverride(name: string, value: number): void {
    const { lists, listLevels } = this.#definitions;
    if (name === 'listid') this.#list = { levels: [...(listLevels.get(value) ?? [])], id: value };
    else if (name === 'levelstartat' && this.#list) {
      this.#list.levels = this.#list.levels.map((level) => ({ ...level, start: value }));
    } else if (name === 'ls' && this.#list) lists.set(value, this.#list);
  }
}

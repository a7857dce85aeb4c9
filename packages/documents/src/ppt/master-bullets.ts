import { findArtRecord, readArtRecords } from '../drawing/art-records.ts';
import type { OpenedPpt } from './open-ppt.ts';
import { pptTypes, textTypes } from './ppt-types.ts';
import { readMasterBullets } from './text-styles.ts';

/** Types of texts whose styles are based on those of another type ([MS-PPT] 2.9.35). */
const bases: ReadonlyMap<number, number> = new Map([
  [5, textTypes.body],
  [6, textTypes.title],
  [7, textTypes.body],
  [8, textTypes.body],
]);

/** The levels of texts that have bullets by the master of a slide. */
export class MasterBullets {
  readonly #levels = new Map<number, readonly (boolean | undefined)[]>();

  /** @param masterId of the slide */
  constructor({ masters, environment }: OpenedPpt, masterId: number) {
    this.#add(environment);
    const master = masters.get(masterId)?.container;
    if (master === undefined) return;
    // The master of title slides is a slide, whose master has the styles.
    const atom = findArtRecord(master.data, pptTypes.slideAtom)?.data;
    const parentId = atom && atom.length >= 16 ? atom.readUInt32LE(12) : 0;
    this.#add(masters.get(parentId)?.container?.data ?? Buffer.alloc(0));
    this.#add(master.data);
  }

  has(type: number, level: number): boolean {
    const base = bases.get(type);
    const own = this.#levels.get(type)?.[level];
    return own ?? (base === undefined ? undefined : this.#levels.get(base)?.[level]) ?? false;
  }

  #add(container: Buffer): void {
    for (const { type, instance, data } of readArtRecords(container))
      if (type === pptTypes.masterStyles) this.#levels.set(instance, readMasterBullets(data, instance));
  }
}

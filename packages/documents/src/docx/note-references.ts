/** Kinds of notes. */
export type NoteKind = 'footnote' | 'endnote';

/** Numbers the notes of a document in the order of their first references. */
export class NoteReferences {
  readonly #labels = new Map<string, string>();
  readonly #known: (kind: NoteKind, id: string) => boolean;

  /** @param known whether there is a note with an id */
  constructor(known: (kind: NoteKind, id: string) => boolean) {
    this.#known = known;
  }

  /** @returns the label of a note, or undefined if there is no such note */
  refer(kind: NoteKind, id: string): string | undefined {
    if (!this.#known(kind, id)) return undefined;
    const key = `${kind} ${id}`;
    const label = this.#labels.get(key) ?? String(this.#labels.size + 1);
    this.#labels.set(key, label);
    return label;
  }

  /** The notes that were referred to. */
  *referred(): Generator<{ readonly kind: NoteKind; readonly id: string; readonly label: string }> {
    for (const [key, label] of this.#labels) {
      const [kind = '', id = ''] = key.split(' ');
      yield { kind: kind === 'footnote' ? 'footnote' : 'endnote', id, label };
    }
  }
}

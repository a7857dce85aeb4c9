import type { PoolTask } from './pool-task.ts';
import type { SlotKind, WorkerSlot } from './worker-slot.ts';

/** Which slots a pool has. */
export interface SlotSetOptions {
  /** Slots for tasks of any size. */
  readonly threads: number;
  /** Whether one more is reserved for small tasks. */
  readonly hasSmallSlot: boolean;
  /** Time after which one more serves other flows, while one flow has all general slots; undefined for none. */
  readonly spareAfterMs: number | undefined;
}

/** The slots of a pool, and which tasks each of them may run next. */
export class SlotSet implements Iterable<WorkerSlot> {
  readonly #slots: readonly WorkerSlot[];
  readonly #spareAfterMs: number;

  /** @param create creates a slot of a kind */
  constructor(
    { threads, hasSmallSlot, spareAfterMs }: SlotSetOptions,
    create: (kind: SlotKind) => WorkerSlot,
  ) {
    const kinds = Array.from({ length: threads }, (): SlotKind => 'general');
    if (hasSmallSlot) kinds.push('small');
    if (spareAfterMs !== undefined) kinds.push('spare');
    this.#slots = kinds.map(create);
    this.#spareAfterMs = spareAfterMs ?? Number.POSITIVE_INFINITY;
  }

  [Symbol.iterator](): IterableIterator<WorkerSlot> {
    return this.#slots.values();
  }

  /** Tasks that are paused in a slot. */
  get paused(): number {
    return this.#slots.reduce((sum, { paused }) => sum + paused.size, 0);
  }

  /** Tasks that have a slot, whether active or paused. */
  get running(): number {
    return this.paused + this.#slots.filter(({ active }) => active !== undefined).length;
  }

  /** Threads that exist now, busy or idle. */
  get liveThreads(): number {
    return this.#slots.reduce((sum, { threads }) => sum + threads, 0);
  }

  /** Whether a free slot may run tasks at all, apart from those that are paused in it. */
  isOpen({ kind }: WorkerSlot): boolean {
    if (kind === 'small') return this.#general().every((task) => task?.request.estimate.isSmall === false);
    return kind === 'general' || (this.flowWithAllThreads() !== undefined && this.spareDelayMs() === 0);
  }

  /** Returns which waiting tasks a free slot may run; undefined for none. */
  eligibility(slot: WorkerSlot): ((task: PoolTask) => boolean) | undefined {
    if (!this.isOpen(slot)) return slot.paused.size === 0 ? undefined : (task) => slot.paused.has(task);
    if (slot.kind !== 'spare') return (task) => slot.accepts(task);
    const flow = this.flowWithAllThreads();
    return (task) => slot.paused.has(task) || (task.flow !== flow && slot.accepts(task));
  }

  /** Returns the flow whose tasks have all general slots; undefined if there is none. */
  flowWithAllThreads(): string | undefined {
    const [first, ...others] = this.#general();
    return others.every((task) => task?.flow === first?.flow) ? first?.flow : undefined;
  }

  /** Returns in how many milliseconds all general slots will have been kept long enough; `Infinity` without a spare. */
  spareDelayMs(): number {
    const keptMs = Math.min(...this.#general().map((task) => task?.sliceMs ?? 0));
    return Math.max(0, Math.ceil(this.#spareAfterMs - keptMs));
  }

  #general(): (PoolTask | undefined)[] {
    return this.#slots.flatMap(({ kind, active }) => (kind === 'general' ? [active] : []));
  }
}

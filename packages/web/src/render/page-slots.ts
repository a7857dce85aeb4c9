import { RenderError } from './render-error.ts';

export interface PageSlots {
  /** Waits for a place; what it answers gives the place back. Throws when too many wait, or on abort. */
  acquire(signal?: AbortSignal): Promise<() => void>;
  inUse(): number;
}

/** A bounded number of places and a bounded line before them, first come first served. */
export function createPageSlots(placesMax: number, waitingMax: number): PageSlots {
  const line: (() => void)[] = [];
  let taken = 0;
  const leave = (): void => {
    const next = line.shift();
    if (next) next();
    else taken -= 1;
  };
  const once = (): (() => void) => {
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };
  return {
    inUse: () => taken,
    acquire: (signal) => {
      if (signal?.aborted) return Promise.reject(cancelled());
      if (taken < placesMax) {
        taken += 1;
        return Promise.resolve(once());
      }
      if (line.length >= waitingMax) {
        return Promise.reject(new RenderError('busy', `${waitingMax} pages wait already to be rendered`));
      }
      return new Promise((resolve, reject) => {
        const goIn = (): void => {
          signal?.removeEventListener('abort', giveUp);
          resolve(once());
        };
        const giveUp = (): void => {
          line.splice(line.indexOf(goIn), 1);
          reject(cancelled());
        };
        line.push(goIn);
        signal?.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}

const cancelled = (): RenderError => new RenderError('aborted', 'Rendering was cancelled');

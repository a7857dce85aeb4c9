import { describe, expect, it } from 'vitest';
import { createPageSlots } from './page-slots.ts';

describe('places', () => {
  it('are taken in the order of asking, and given back once', async () => {
    const places = createPageSlots(1, 2);
    const first = await places.acquire();
    const order: string[] = [];
    const second = places.acquire().then((leave) => {
      order.push('second');
      return leave;
    });
    const third = places.acquire().then((leave) => {
      order.push('third');
      return leave;
    });
    await expect(places.acquire()).rejects.toMatchObject({ code: 'busy' });
    first();
    first();
    (await second)();
    (await third)();
    expect(order).toEqual(['second', 'third']);
    expect(places.inUse()).toBe(0);
  });

  it('are not held for those who left the line', async () => {
    const places = createPageSlots(1, 5);
    const leave = await places.acquire();
    const controller = new AbortController();
    const gone = places.acquire(controller.signal);
    const stays = places.acquire();
    controller.abort();
    await expect(gone).rejects.toMatchObject({ code: 'aborted' });
    leave();
    (await stays)();
    expect(places.inUse()).toBe(0);
    await expect(places.acquire(AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  });
});

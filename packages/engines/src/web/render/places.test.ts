import { describe, expect, it } from 'vitest';
import { createPlaces } from './places.ts';

describe('places', () => {
  it('are taken in the order of asking, and given back once', async () => {
    const places = createPlaces(1, 2);
    const first = await places.enter();
    const order: string[] = [];
    const second = places.enter().then((leave) => {
      order.push('second');
      return leave;
    });
    const third = places.enter().then((leave) => {
      order.push('third');
      return leave;
    });
    await expect(places.enter()).rejects.toMatchObject({ code: 'busy' });
    first();
    first();
    (await second)();
    (await third)();
    expect(order).toEqual(['second', 'third']);
    expect(places.taken()).toBe(0);
  });

  it('are not held for those who left the line', async () => {
    const places = createPlaces(1, 5);
    const leave = await places.enter();
    const controller = new AbortController();
    const gone = places.enter(controller.signal);
    const stays = places.enter();
    controller.abort();
    await expect(gone).rejects.toMatchObject({ code: 'aborted' });
    leave();
    (await stays)();
    expect(places.taken()).toBe(0);
    await expect(places.enter(AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  });
});

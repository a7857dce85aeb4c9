/**
 * Preloaded (`--import`, see shifted-clock.ts) into a process: moves its wall clock by the milliseconds in
 * TEST_CLOCK_SHIFT_MS. Monotonic clocks and timers go on as they are, as after a step of the system's clock.
 */
const shiftMs = Number(process.env['TEST_CLOCK_SHIFT_MS'] ?? '0');
const SystemDate = Date;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [SystemDate.now() + shiftMs] : given, newTarget),
  apply: () => new SystemDate(SystemDate.now() + shiftMs).toString(),
  get: (target, property, receiver) =>
    property === 'now' ? () => SystemDate.now() + shiftMs : Reflect.get(target, property, receiver),
});

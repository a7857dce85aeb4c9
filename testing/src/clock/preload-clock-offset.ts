/**
 * Shifts the wall clock of a process by TEST_CLOCK_SHIFT_MS milliseconds; loaded with `--import`, see
 * clock-offset-environment.ts. Monotonic clocks and timers are unaffected, as after a step of the system clock.
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

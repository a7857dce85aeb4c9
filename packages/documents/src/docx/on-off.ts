/** @returns whether a property is on (ECMA-376 part 1, 17.17.4) @param value of the attribute `val`, if there is one */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(?:0|false|off|none)$/i.test(value);
}

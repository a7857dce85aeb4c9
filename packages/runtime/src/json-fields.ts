import { encodeJson, JsonFragment } from './json-fragment.ts';

/** The part of a path after its first key. */
type PathBelow<Path extends string, Key extends string> = Path extends `${Key}.${infer Below}`
  ? Below
  : never;

/** A value whose fields at the paths (`sentences`, `analysis.sentences`) are already JSON. */
export type WithJsonFields<Value, Path extends string> = [Path] extends [never]
  ? Value
  : {
      readonly [Key in keyof Value]: Key extends Path
        ? JsonFragment
        : Key extends string
          ? WithJsonFields<Value[Key], PathBelow<Path, Key>>
          : Value[Key];
    };

/** Replaces the fields at the paths by their JSON, in place. @returns the buffers to transfer between threads */
export function encodeJsonFields(value: unknown, paths: readonly string[]): ArrayBuffer[] {
  return paths.map((path) => {
    const { holder, key } = locate(value, path);
    const bytes = encodeJson(holder[key]);
    holder[key] = bytes;
    return bytes.buffer as ArrayBuffer;
  });
}

/** Wraps the JSON bytes at the paths, in place, after they have crossed from a thread. */
export function wrapJsonFields(value: unknown, paths: readonly string[]): void {
  for (const path of paths) {
    const { holder, key } = locate(value, path);
    holder[key] = new JsonFragment(holder[key] as Uint8Array);
  }
}

function locate(value: unknown, path: string): { holder: Record<string, unknown>; key: string } {
  const keys = path.split('.');
  const key = keys.pop() ?? '';
  // The paths are typed by the task's result, so all keys before the last lead to objects.
  const holder = keys.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
  return { holder: holder as Record<string, unknown>, key };
}

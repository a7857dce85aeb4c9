import { describe, expect, it } from 'vitest';
import { operations } from '../../operations/registry.ts';
import { createOpenApiDocument } from './document.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Lists the text properties whose names say that they are URLs, with their paths in the document. */
function findUrlProperties(value: unknown, path = ''): (readonly [string, Json])[] {
  if (!isObject(value)) return [];
  const properties = isObject(value['properties']) ? Object.entries(value['properties']) : [];
  const found = properties.flatMap(([name, schema]) =>
    /url$/i.test(name) && isObject(schema) && schema['type'] === 'string'
      ? [[`${path}.${name}`, schema] as const]
      : [],
  );
  return [
    ...found,
    ...Object.entries(value).flatMap(([name, item]) => findUrlProperties(item, `${path}.${name}`)),
  ];
}

const { paths, components } = createOpenApiDocument(operations, 'http://127.0.0.1') as {
  paths: Readonly<Record<string, Readonly<Record<string, { requestBody?: Json }>>>>;
  components: Json;
};
const bodies = Object.entries(paths).flatMap(([path, methods]) =>
  Object.values(methods).flatMap(({ requestBody }) => findUrlProperties(requestBody, path)),
);

describe('the OpenAPI document', () => {
  it('describes each URL of a request by format and length', () => {
    expect(bodies.length).toBeGreaterThanOrEqual(6);
    for (const [path, schema] of bodies) {
      expect([path, schema]).toEqual([
        path,
        expect.objectContaining({
          type: 'string',
          format: 'uri',
          minLength: expect.any(Number),
          maxLength: expect.any(Number),
        }),
      ]);
    }
  });

  it('describes each URL of a result by format', () => {
    const found = [...findUrlProperties(paths), ...findUrlProperties(components)];
    expect(
      found.filter(([, { format }]) => !/^uri(-reference)?$/.test(String(format))).map(([path]) => path),
    ).toEqual([]);
  });
});

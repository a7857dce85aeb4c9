import { type CompoundStorage, openCompoundFile } from '@quern/documents/compound/open-compound-file';
import { type CompoundMembers, makeCompoundFile } from './make-compound-file.ts';
import { mutateDocument } from './mutate-document.ts';

/** Damages one or two streams of a compound file, which is packed again. @param random from 0 to 1 */
export function mutateCompoundFile(bytes: Buffer, random: () => number): Buffer {
  const root = openCompoundFile(bytes);
  const paths = listStreams(root);
  const chosen = new Set(Array.from({ length: 1 + Math.floor(random() * 2) }, () => pick(paths, random)));
  const copy = (storage: CompoundStorage, path: string): CompoundMembers => ({
    ...Object.fromEntries(
      storage.streamNames.map((name) => {
        const stream = storage.stream(name) ?? Buffer.alloc(0);
        const isChosen = chosen.has(`${path}/${name}`) && stream.length > 0;
        return [name, isChosen ? mutateDocument({ format: '', bytes: stream }, random) : stream];
      }),
    ),
    ...Object.fromEntries(
      storage.storageNames.flatMap((name) => {
        const inner = storage.storage(name);
        return inner ? [[name, copy(inner, `${path}/${name}`)] as const] : [];
      }),
    ),
  });
  return makeCompoundFile(copy(root, ''));
}

function listStreams(storage: CompoundStorage, path = ''): string[] {
  return [
    ...storage.streamNames.map((name) => `${path}/${name}`),
    ...storage.storageNames.flatMap((name) => {
      const inner = storage.storage(name);
      return inner ? listStreams(inner, `${path}/${name}`) : [];
    }),
  ];
}

function pick(items: readonly string[], random: () => number): string {
  return items[Math.floor(random() * items.length)] ?? '';
}

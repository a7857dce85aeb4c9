import { makeZip } from '../../documents/make-documents.ts';
import { type SampleDocument, sampleDocuments } from '../../documents/sample-documents.ts';
import { damageArchive } from './damage-archive.ts';
import { damageFile } from './damage-file.ts';
import { hostileMarkup } from './hostile-markup.ts';
import { hostileTexts } from './hostile-texts.ts';

/** A damaged or hostile file. */
export interface HostileDocument {
  readonly format: string;
  readonly name: string;
  readonly bytes: () => Buffer;
}

/** At least 25 damaged or hostile files of each format. */
export function hostileDocuments(): HostileDocument[] {
  return sampleDocuments.flatMap((sample) => {
    const makers = {
      ...damageFile(sample),
      ...(sample.files ? archivesOf(sample, sample.files) : {}),
      ...hostileTexts(sample.format),
    };
    return Object.entries(makers).map(([name, bytes]) => ({ format: sample.format, name, bytes }));
  });
}

function archivesOf(
  sample: SampleDocument,
  files: NonNullable<SampleDocument['files']>,
): Record<string, () => Buffer> {
  const mainName = Object.keys(files).findLast((name) => hostileMarkup[sample.format]?.part.test(name)) ?? '';
  const markup = Object.entries(hostileMarkup[sample.format]?.make(String(files[mainName])) ?? {});
  return {
    ...damageArchive(sample, files, mainName),
    ...Object.fromEntries(
      markup.map(([name, make]) => [name, () => makeZip({ ...files, [mainName]: make() })]),
    ),
  };
}

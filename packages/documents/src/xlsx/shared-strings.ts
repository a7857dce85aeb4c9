import type { ZipArchive } from '../archive/open-zip.ts';
import { type ParsePace, parseXmlBytes } from '../xml/parse-xml-bytes.ts';
import { TextCollector } from './text-collector.ts';

/** Ten megabytes of packed text unpack to less. */
const partBytesMax = 96 * 1024 * 1024;

/** Reads the texts that cells refer to by index (ECMA-376 part 1, 18.4). @throws DocumentError */
export async function readSharedStrings(
  archive: ZipArchive,
  part: string,
  pace: ParsePace,
): Promise<string[]> {
  const xml = archive.read(part, partBytesMax);
  const strings: string[] = [];
  if (!xml) return strings;
  const item = new TextCollector();
  await parseXmlBytes(
    xml,
    {
      openTag: (name) => item.open(name),
      closeTag: (name) => {
        item.close(name);
        if (name === 'si') strings.push(item.take());
      },
      text: (text) => item.add(text),
    },
    pace,
  );
  return strings;
}

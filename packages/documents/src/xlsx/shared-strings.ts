import type { ZipArchive } from '../archive/open-zip.ts';
import { type ParsePace, parseXmlBytes } from '../xml/parse-xml-bytes.ts';
import { TextCollector } from './cells/text-collector.ts';
import type { WorkbookBudget } from './cells/workbook-budget.ts';

/** Reads the texts that cells refer to by index (ECMA-376 part 1, 18.4). @throws DocumentError */
export async function readSharedStrings(
  archive: ZipArchive,
  part: string,
  budget: WorkbookBudget,
  pace: ParsePace,
): Promise<string[]> {
  const xml = archive.read(part, budget.bytesLeft);
  const strings: string[] = [];
  if (!xml) return strings;
  budget.takeBytes(xml.length);
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

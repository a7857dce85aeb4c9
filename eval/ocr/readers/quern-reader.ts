import { OcrEngine } from '@quern/ocr/ocr-engine';
import type { Reader, Reading } from './reader.ts';

/** Tables of a result, for engines that have them. */
interface WithTables {
  readonly tables?: readonly { readonly rows: readonly (readonly string[])[] }[];
}

/** Creates a reader for Quern's engine. It is not given the language. */
export function createQuernReader(): Reader {
  const engine = new OcrEngine();
  return {
    name: 'Quern',
    versions: {},
    close: () => engine.close(),
    async read({ bytes }): Promise<Reading> {
      const before = process.cpuUsage();
      const cpuSeconds = () => {
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1e6;
      };
      try {
        const { text, confidence, tables }: Awaited<ReturnType<OcrEngine['recognize']>> & WithTables =
          await engine.recognize(bytes);
        return {
          text,
          confidence,
          tables: (tables ?? []).map(({ rows }) => rows),
          cpuSeconds: cpuSeconds(),
        };
      } catch (error) {
        return { text: '', cpuSeconds: cpuSeconds(), failure: String(error) };
      }
    },
  };
}

import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { importPeer, peerVersion } from '../peers/import-peer.ts';

/** A converter to Markdown that runs in this process. */
export interface NodePeer {
  readonly version: string;
  /** @throws Error for a file that it does not read */
  readonly convert: (path: string) => Promise<string>;
}

interface LiteParseModule {
  readonly LiteParse: new (
    options: Record<string, unknown>,
  ) => { readonly parse: (path: string) => Promise<{ readonly text: string }> };
}

interface PdfInspectorModule {
  readonly processPdf: (bytes: Uint8Array) => { readonly markdown?: string | null };
}

/**
 * Opens the converters from npm: liteparse with its Tesseract, and pdf-inspector, which reads PDF without recognition, since
 * its models are downloaded from elsewhere.
 *
 * @param tessdata folder with the language data of Tesseract
 */
export async function openNodePeers(tessdata: string | undefined): Promise<Record<string, NodePeer>> {
  const { LiteParse } = await importPeer<LiteParseModule>('@llamaindex/liteparse');
  const { processPdf } = await importPeer<PdfInspectorModule>('@firecrawl/pdf-inspector');
  const parser = new LiteParse({
    outputFormat: 'markdown',
    imageMode: 'off',
    ocrEnabled: tessdata !== undefined,
    tessdataPath: tessdata,
    quiet: true,
  });
  return {
    liteparse: {
      version: peerVersion('@llamaindex/liteparse'),
      convert: async (path) => (await parser.parse(path)).text,
    },
    'pdf-inspector': {
      version: peerVersion('@firecrawl/pdf-inspector'),
      convert: async (path) => {
        if (extname(path) !== '.pdf') throw new Error('It reads PDF only.');
        return processPdf(readFileSync(path)).markdown ?? '';
      },
    },
  };
}

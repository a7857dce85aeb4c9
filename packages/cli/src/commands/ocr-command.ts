import type { Command } from 'commander';
import { createClient } from '../connection-options.ts';
import { addOperationCommand, printResponse, readCallOptions } from '../operation-command.ts';
import { readInputFile, rejectDuplicateInput } from '../read-input.ts';

/** `ocr`: an image by its address, or a local one, which travels inside the request. */
export function addOcrCommand(program: Command): void {
  addOperationCommand(program, 'ocr', 'read the text of an image')
    .argument('[image]', 'its address, with https:// or http://; without it, --file or stdin')
    .option('-f, --file <path>', 'an image on this machine; - is stdin')
    .action(async (url: string | undefined, { file }: { file?: string }, command: Command) => {
      rejectDuplicateInput(url, file);
      const quern = createClient(command);
      const imageUrl = url ?? (await readDataUri(file));
      printResponse(
        command,
        await quern.ocr({ imageUrl }, readCallOptions(command)),
        ({ text }) => text.description,
      );
    });
}

/** The service tells an image's format by its content, so the type need not be known here. */
async function readDataUri(file: string | undefined): Promise<string> {
  const { bytes } = await readInputFile(file);
  return `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
}

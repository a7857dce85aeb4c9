import type { Command } from 'commander';
import { openQuern } from '../connection-options.ts';
import { addOperationCommand, callOptionsOf, printAnswer } from '../operation-command.ts';
import { readSource, refuseBoth } from '../read-source.ts';

/** `ocr`: an image by its address, or a local one, which travels inside the request. */
export function addOcrCommand(program: Command): void {
  addOperationCommand(program, 'ocr', 'read the text of an image')
    .argument('[image]', 'its address, with https:// or http://; without it, --file or stdin')
    .option('-f, --file <path>', 'an image on this machine; - is stdin')
    .action(async (url: string | undefined, { file }: { file?: string }, command: Command) => {
      refuseBoth(url, file);
      const quern = openQuern(command);
      const imageUrl = url ?? (await readDataUri(file));
      printAnswer(
        command,
        await quern.ocr({ imageUrl }, callOptionsOf(command)),
        ({ text }) => text.description,
      );
    });
}

/** The service tells an image's format by its content, so the type need not be known here. */
async function readDataUri(file: string | undefined): Promise<string> {
  const { bytes } = await readSource(file);
  return `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
}

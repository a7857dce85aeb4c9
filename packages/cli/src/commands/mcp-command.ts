import { homedir } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readConnection } from '../connection-options.ts';
import { addEntry } from '../mcp/install/add-entry.ts';
import { addTomlEntry, renderTomlEntry } from '../mcp/install/add-toml-entry.ts';
import { mcpClients, type UserFolders } from '../mcp/install/mcp-clients.ts';
import { updateFile } from '../mcp/install/update-file.ts';
import { McpBridge } from '../mcp/mcp-bridge.ts';

interface InstallFlags {
  readonly client: string;
  readonly name: string;
  readonly file?: string;
  readonly print?: boolean;
}

/** Adds `mcp`, which serves MCP at the standard input and output, and `mcp install`, which configures clients. */
export function addMcpCommand(program: Command): void {
  const mcp = program
    .command('mcp')
    .description('serve MCP at standard input and output, for clients that start a command')
    .action(async (_options: object, command: Command) => {
      const { baseUrl, apiKey } = readConnection(command);
      const { stdin, stdout } = process;
      await new McpBridge({ input: stdin, output: stdout, endpoint: `${baseUrl}/mcp`, apiKey }).run();
    });
  mcp
    .command('install')
    .description('add the service to the configuration of a client of MCP; other entries stay as they are')
    .addOption(
      new Option('--client <name>', 'client to configure')
        .choices([...mcpClients.keys()])
        .makeOptionMandatory(),
    )
    .addOption(new Option('--name <name>', 'name of the entry').default('quern').argParser(parseName))
    .option('--file <path>', "configuration file (default: the client's own)")
    .option('--print', 'print the entry instead, and write nothing')
    .action(install);
}

async function install(flags: InstallFlags, command: Command): Promise<void> {
  const { baseUrl, apiKey } = readConnection(command);
  const client = mcpClients.get(flags.client);
  if (client === undefined) throw new Error(`there is no client ${flags.client}`);
  const launcher: [string, ...string[]] = [process.execPath, process.argv[1] ?? 'quern', 'mcp'];
  const value = client.entry({ endpoint: `${baseUrl}/mcp`, baseUrl, apiKey, command: launcher });
  const { member, format } = client;
  const { name, file = client.file(userFolders()) } = flags;
  const entry = { member, name, value };
  const isToml = format === 'toml';
  if (flags.print === true) {
    console.log(isToml ? renderTomlEntry(entry) : JSON.stringify({ [member]: { [name]: value } }, null, 2));
    console.error(`add it to ${file}, the configuration of ${client.title}`);
    return;
  }
  const isWritten = await updateFile(
    file,
    isToml ? (text) => addTomlEntry(text, entry) : (text) => addEntry(text, entry),
  );
  console.log(
    isWritten
      ? `${client.title} is configured: ${file} has the entry ${name}, with the key; restart the client`
      : `${client.title} was configured already: ${file} has the entry ${name}`,
  );
}

const userFolders = (): UserFolders => ({ platform: process.platform, home: homedir() });

function parseName(text: string): string {
  if (/^[\w-]{1,64}$/.test(text) && text !== '__proto__') return text;
  throw new InvalidArgumentError('It must have 1 to 64 letters, digits, - or _.');
}

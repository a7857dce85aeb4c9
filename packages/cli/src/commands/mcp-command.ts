import type { Command } from 'commander';
import { readConnection } from '../connection-options.ts';
import { McpBridge } from '../mcp/mcp-bridge.ts';

/** Adds `mcp`, which serves MCP at the standard input and output. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve MCP at standard input and output, for clients that start a command')
    .action(async (_options: object, command: Command) => {
      const { baseUrl, apiKey } = readConnection(command);
      const { stdin, stdout } = process;
      await new McpBridge({ input: stdin, output: stdout, endpoint: `${baseUrl}/mcp`, apiKey }).run();
    });
}

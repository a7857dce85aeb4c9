import { join } from 'node:path';

/** A service that is added to the configuration of a client. */
export interface ConfiguredService {
  /** URL of the endpoint, which ends in `/mcp`. */
  readonly endpoint: string;
  /** URL of the service. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The command that serves MCP at its standard input and output, with its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** Where a user's settings are. */
export interface UserFolders {
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** A client of MCP and its configuration file. */
export interface McpClient {
  readonly title: string;
  /** Returns the path of the user's file. */
  readonly file: (folders: UserFolders) => string;
  /** The member of the file that has an entry for each server. */
  readonly member: string;
  /** By default JSON with comments. */
  readonly format?: 'toml';
  readonly entry: (service: ConfiguredService) => object;
}

const headersOf = ({ apiKey }: ConfiguredService) => ({ Authorization: `Bearer ${apiKey}` });

/** The folder of settings of desktop applications. */
function settingsFolder({ platform, home }: UserFolders): string {
  if (platform === 'win32') return join(home, 'AppData', 'Roaming');
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config');
}

/** The clients whose configuration is known, by the name on the command line. */
export const mcpClients: ReadonlyMap<string, McpClient> = new Map<string, McpClient>([
  [
    'claude',
    {
      title: 'Claude Code',
      file: ({ home }) => join(home, '.claude.json'),
      member: 'mcpServers',
      entry: (service) => ({ type: 'http', url: service.endpoint, headers: headersOf(service) }),
    },
  ],
  [
    'claude-desktop',
    {
      title: 'Claude Desktop',
      file: (folders) => join(settingsFolder(folders), 'Claude', 'claude_desktop_config.json'),
      member: 'mcpServers',
      // It starts commands only.
      entry: ({ command: [command, ...args], baseUrl, apiKey }) => ({
        command,
        args,
        env: { QUERN_URL: baseUrl, QUERN_API_KEY: apiKey },
      }),
    },
  ],
  [
    'cursor',
    {
      title: 'Cursor',
      file: ({ home }) => join(home, '.cursor', 'mcp.json'),
      member: 'mcpServers',
      entry: (service) => ({ url: service.endpoint, headers: headersOf(service) }),
    },
  ],
  [
    'vscode',
    {
      title: 'Visual Studio Code',
      file: (folders) => join(settingsFolder(folders), 'Code', 'User', 'mcp.json'),
      member: 'servers',
      entry: (service) => ({ type: 'http', url: service.endpoint, headers: headersOf(service) }),
    },
  ],
  [
    'windsurf',
    {
      title: 'Windsurf',
      file: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
      member: 'mcpServers',
      entry: (service) => ({ serverUrl: service.endpoint, headers: headersOf(service) }),
    },
  ],
  [
    'gemini',
    {
      title: 'Gemini CLI',
      file: ({ home }) => join(home, '.gemini', 'settings.json'),
      member: 'mcpServers',
      entry: (service) => ({ httpUrl: service.endpoint, headers: headersOf(service) }),
    },
  ],
  [
    'codex',
    {
      title: 'Codex',
      file: ({ home }) => join(home, '.codex', 'config.toml'),
      member: 'mcp_servers',
      format: 'toml',
      entry: (service) => ({ url: service.endpoint, http_headers: headersOf(service) }),
    },
  ],
]);

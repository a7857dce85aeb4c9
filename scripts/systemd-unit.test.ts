import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentSchema } from '../apps/server/src/environment-schema.ts';
import { root } from './list-files.ts';

const text = readFileSync(join(root, 'deploy/quern.service'), 'utf8');

/** The values of the section `Service` by directive, in the order of the file. */
const directives = new Map<string, string[]>();
const section = text.split('[Service]')[1]?.split('[Install]')[0] ?? '';
for (const [, name = '', value = ''] of section.matchAll(/^([A-Z]\w+)=(.*)$/gm)) {
  directives.set(name, [...(directives.get(name) ?? []), value]);
}

describe('the systemd unit', () => {
  it.each([
    ['NoNewPrivileges', 'yes'],
    ['CapabilityBoundingSet', ''],
    ['AmbientCapabilities', ''],
    ['ProtectSystem', 'strict'],
    ['ProtectHome', 'yes'],
    ['PrivateTmp', 'yes'],
    ['PrivateDevices', 'yes'],
    ['ProtectProc', 'invisible'],
    ['ProtectClock', 'yes'],
    ['ProtectControlGroups', 'yes'],
    ['ProtectHostname', 'yes'],
    ['ProtectKernelLogs', 'yes'],
    ['ProtectKernelModules', 'yes'],
    ['ProtectKernelTunables', 'yes'],
    ['RestrictSUIDSGID', 'yes'],
    ['RestrictRealtime', 'yes'],
    ['LockPersonality', 'yes'],
    ['RemoveIPC', 'yes'],
    ['SystemCallArchitectures', 'native'],
    ['StateDirectoryMode', '0700'],
    ['UMask', '0077'],
    ['User', 'quern'],
  ])('sets %s=%s', (name, value) => {
    expect(directives.get(name)).toEqual([value]);
  });

  it('permits what the service needs: compiled code, netlink, and the sandbox of the browser', () => {
    expect(directives.get('MemoryDenyWriteExecute')).toEqual(['no']);
    expect(directives.get('RestrictNamespaces')).toEqual(['user pid net']);
    expect(directives.get('RestrictAddressFamilies')).toEqual(['AF_INET AF_INET6 AF_UNIX AF_NETLINK']);
    const filters = directives.get('SystemCallFilter') ?? [];
    expect(filters.slice(0, 2)).toEqual(['@system-service', '~@privileged @resources']);
    expect(filters[2]?.split(' ')).toEqual(expect.arrayContaining(['capset', 'chroot', 'seccomp']));
    expect(directives.get('SystemCallErrorNumber')).toEqual(['EPERM']);
  });

  it('stores its data in the only folder that it may write', () => {
    expect(directives.get('Environment')).toEqual([
      `QUERN_DATA_DIR=/var/lib/${directives.get('StateDirectory')}`,
    ]);
  });

  it('waits for the drain, in which the browser still runs', () => {
    const drainMs = environmentSchema.shape.QUERN_DRAIN_TIME.parse(undefined);
    expect(Number(directives.get('TimeoutStopSec')?.[0]) * 1000).toBeGreaterThan(drainMs);
    expect(directives.get('KillMode')).toEqual(['mixed']);
  });

  it('starts the service with the command of npm start', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: { start: string };
    };
    const command = manifest.scripts.start.replace('exec ', '/opt/quern/node_modules/.bin/');
    expect(directives.get('ExecStart')).toEqual([command]);
    expect(directives.get('WorkingDirectory')).toEqual(['/opt/quern']);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { isMissing, sharedDir } from '@quern/testing/requirements';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { type ModelMirror, serveModelMirror } from '@quern/testing/web/serve-model-mirror';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp } from './connect-mcp.ts';

describe.skipIf(isMissing('shared'))('a translation (needs ../shared)', () => {
  const modelsDir = mkdtempSync(join(tmpdir(), 'quern-models-'));
  let mirror: ModelMirror;
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    mirror = await serveModelMirror(join(sharedDir, 'data/translation/models'));
    service = await startTestService({
      QUERN_MODELS_MIRROR: mirror.url,
      QUERN_MODELS_DIR: modelsDir,
      QUERN_OFFLINE: '0',
      QUERN_CHROMIUM: 'off',
    });
    client = await connectMcp({ url: service.url });
    await client.listTools();
  });
  afterAll(async () => {
    await client?.close();
    await service?.stop();
    mirror?.close();
    rmSync(modelsDir, { recursive: true, force: true });
  });

  it('downloads its model with progress, and returns the text and the fields of the API', async () => {
    const before = await service.balance();
    const args = { text: 'The house is small.', targetLanguage: 'pt' };
    const messages: (string | undefined)[] = [];
    const result = await client.callTool(
      { name: 'translate', arguments: args },
      { onprogress: ({ message }) => void messages.push(message) },
    );
    expect(result.content).toEqual([{ type: 'text', text: 'A casa é pequena.' }]);
    expect(messages).toContainEqual(expect.stringContaining('downloading the model en→pt'));
    expect(await service.balance()).toBe(before - 2);
    const { data } = (await (await service.post('translate', args)).json()) as { data: object };
    expect(result.structuredContent).toEqual(data);
  });

  it('of a long text is returned in parts', async () => {
    // Lines are kept, and take no time to translate.
    const text = `The mill is new.${'\n'.repeat(1600)}`.repeat(20);
    const result = await client.callTool({ name: 'translate', arguments: { text, targetLanguage: 'pt' } });
    const first = result.structuredContent as {
      text: string;
      length: number;
      uri: string;
      nextCursor: string;
    };
    expect(first).toMatchObject({ isPartial: true, fields: { sourceLanguage: 'en', targetLanguage: 'pt' } });
    const rest = await client.callTool({
      name: 'read-result',
      arguments: { uri: first.uri, cursor: first.nextCursor },
    });
    const { text: second } = rest.structuredContent as { text: string };
    expect(first.text.length + second.length).toBe(first.length);
  });
});

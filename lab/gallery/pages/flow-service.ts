import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltServer, freePort, startBuiltServer } from './built-server.ts';

/** Path of the client API, for pages, popups and phones. */
export const clientApi = '/orchestration-api/v1/client';

/** The built service, with the requests of a backend and a page that precede a visit to one of its own pages. */
export interface FlowService extends BuiltServer {
  /** Posts to the client API with a session key; returns `data`. */
  ask<Data>(path: string, sessionKey: string, body: unknown): Promise<Data>;
  /** Starts an execution and exchanges its token like a page; returns the page's session key. */
  openSession(): Promise<string>;
}

/** Starts the built service with a document workflow. */
export async function startFlowService(): Promise<FlowService> {
  const service = await startBuiltServer({
    script: 'service/dist/bundled/main.js',
    portVariable: 'PORT',
    environment: { DEMO_PORT: String(await freePort()), LOG_LEVEL: 'error', RATE_LIMIT: '1000000' },
  });
  const { apiKey, workflows } = JSON.parse(await readFile(join(service.folder, 'dev.json'), 'utf8'));

  async function post<Data>(path: string, headers: Record<string, string>, body: unknown): Promise<Data> {
    const reply = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return ((await reply.json()) as { data: Data }).data;
  }

  return {
    ...service,
    ask: (path, sessionKey, body) =>
      post(`${clientApi}${path}`, { authorization: `Bearer ${sessionKey}` }, body),
    async openSession() {
      const start = { workflowId: workflows[0].id, inputs: { user_id: 'gallery' } };
      const { token } = await post<{ token: string }>(
        '/orchestration-api/v1/init-workflow',
        { 'x-api-key': apiKey },
        start,
      );
      const hello = {
        nonce: randomBytes(16).toString('hex'),
        sdkVersion: '1.2.3',
        capabilities: ['document'],
      };
      const { sessionKey } = await post<{ sessionKey: string }>(
        `${clientApi}/init`,
        { authorization: `Bearer ${token}` },
        hello,
      );
      return sessionKey;
    },
  };
}

/** Returns a random secret for the fragment of an address, unknown to the service. */
export function unknownSecret(): string {
  return randomBytes(32).toString('base64url');
}

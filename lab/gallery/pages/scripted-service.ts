import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { freePort } from './built-server.ts';

/** The service's answer to the shop of `packages/demo` when it starts an execution. */
export interface StartAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Fake service with scripted answers to the demo's shop. It serves the built SDK. */
export interface ScriptedService {
  readonly url: string;
  /** Answer to each start from now on; a promise makes the shop wait. */
  answer: StartAnswer | Promise<StartAnswer>;
  close(): Promise<void>;
}

const script = fileURLToPath(
  new URL('../../../packages/sdk/dist/script/v1/vendor-orchestration.js', import.meta.url),
);

/** Listens on a free port of this machine. */
export async function openScriptedService(): Promise<ScriptedService> {
  const port = await freePort();
  const sdk = readFileSync(script);
  const service: ScriptedService = {
    url: `http://localhost:${port}`,
    answer: { status: 503, body: {} },
    close: () => closeServer(server),
  };
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/sdk/v1/vendor-orchestration.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(sdk);
    } else if (request.url === '/orchestration-api/v1/init-workflow') {
      void Promise.resolve(service.answer).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return service;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

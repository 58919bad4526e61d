import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { createApp } from './app.ts';
import { readAssets } from './assets.ts';
import { readServiceSettings, waitForServiceSettings } from './dev-settings.ts';

// Starts the shop. Environment: DEMO_PORT (4001), HOST (127.0.0.1), DATA_DIR (./data, where the service keeps dev.json). An
// empty variable counts as unset, because an empty HOST would listen on every address.
const port = Number(process.env.DEMO_PORT || 4001);
const hostname = process.env.HOST || '127.0.0.1';
const dataDir = process.env.DATA_DIR || 'data';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  const assets = await readAssets(fileURLToPath(new URL('..', import.meta.url)));
  await waitForServiceSettings(dataDir, stop.signal);
  const app = createApp({ settings: () => readServiceSettings(dataDir), assets });
  const server = serve({ fetch: app.fetch, port, hostname }) as Server;
  server.once('error', (error) => {
    console.error(`The demo cannot listen on ${hostname}:${port}: ${error.message}`);
    process.exitCode = 1;
  });
  stop.signal.addEventListener('abort', () => {
    server.close();
    // Event streams do not end on their own.
    server.closeAllConnections();
  });
} catch (error) {
  if (!stop.signal.aborted) throw error;
}

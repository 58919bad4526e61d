import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { MeasuredServer } from '../bench/measured-server.mjs';

it.each([
  ['exits', 'process.exit(1);'],
  ['is killed by a signal', "process.kill(process.pid, 'SIGKILL');"],
])('reports a server that %s before it answers', { timeout: 20_000 }, async (_, script) => {
  const folder = mkdtempSync(join(tmpdir(), 'vo-measured-'));
  const file = join(folder, 'server.mjs');
  writeFileSync(file, script);
  try {
    const started = MeasuredServer.start(pathToFileURL(file).href, { healthUrl: 'http://127.0.0.1:1/' });
    await expect(started).rejects.toThrow('has ended');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

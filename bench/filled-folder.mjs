// Data folders with many executions, filled once and shared by measurements. `--folder` names where they are kept.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { growService, reopenService } from './grown-service.mjs';

/** Folders of one measurement, by their number of executions. */
export class FilledFolders {
  #kept;
  #parent;
  #services = [];

  /** @param kept - directory in which they are kept; if undefined, they are removed at the end. */
  constructor(kept) {
    this.#kept = kept;
    this.#parent = kept ?? mkdtempSync(join(tmpdir(), 'vo-filled-'));
  }

  /**
   * Starts the service on a folder with that many executions. Reuses a filled folder, and refills one that was not filled
   * completely.
   */
  async open(count) {
    const folder = join(this.#parent, `runs-${count}`);
    const note = join(folder, 'grown.json');
    const service = existsSync(note)
      ? await reopenService({ folder }, JSON.parse(readFileSync(note, 'utf8')))
      : await fill(folder, note, count);
    this.#services.push(service);
    return service;
  }

  /** Stops all services and keeps their data. */
  async stop() {
    for (const { server } of this.#services) await server.stop();
  }

  /** Stops all services and removes folders that are not kept. */
  async close() {
    await this.stop();
    if (!this.#kept) rmSync(this.#parent, { recursive: true, force: true });
  }
}

async function fill(folder, note, count) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const began = performance.now();
  const grown = await growService(folder, count);
  const { rows, megabytes, workflowId, done, webhookKey } = grown;
  const fillSeconds = (performance.now() - began) / 1000;
  console.log(`${count} executions after ${fillSeconds.toFixed(0)} s:`, rows);
  writeFileSync(note, JSON.stringify({ count, rows, megabytes, workflowId, done, webhookKey, fillSeconds }));
  return { ...grown, fillSeconds };
}

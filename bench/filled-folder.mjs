// Data folders with many executions, which measurements fill once and share: `--folder` names where they are kept.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { growService, reopenService } from './grown-service.mjs';

/** Folders of one measurement, by how many executions they have. */
export class FilledFolders {
  #kept;
  #parent;
  #services = [];

  /** @param kept - where they are kept; undefined: they are removed at the end. */
  constructor(kept) {
    this.#kept = kept;
    this.#parent = kept ?? mkdtempSync(join(tmpdir(), 'vo-filled-'));
  }

  /**
   * Starts the service on a folder with that many executions. One that was filled before is taken as it is; one whose filling did
   * not come to its end is filled anew.
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

  /** Stops all services; what they were on stays. */
  async stop() {
    for (const { server } of this.#services) await server.stop();
  }

  /** Stops all services, and removes folders that are not kept. */
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

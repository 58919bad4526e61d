import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCommand } from '../src/cli/run-command.ts';
import type { OpenDatabase } from '../src/db/opening/open-database.ts';
import { layDatabase, openLaidDatabase } from './lay-database.ts';

/** Runs commands as an operator does, with a data folder and a clock of its own. */
export class OperatorDesk {
  readonly folder = join(mkdtempSync(join(tmpdir(), 'vo-desk-')), 'data');
  readonly clock = { time: Date.UTC(2030, 0, 15, 12), now: () => this.clock.time };
  /** Output of the commands so far. */
  said = '';

  /** Creates a desk. @param isBegun - whether its folder already has a database. */
  constructor({ isBegun = true } = {}) {
    if (isBegun) layDatabase(this.folder);
  }

  remove(): void {
    rmSync(join(this.folder, '..'), { recursive: true, force: true });
  }

  /** Runs a command, and returns its output. */
  async type(line: string, { input = '', variables = {}, stop = AbortSignal.abort() } = {}) {
    let complained = '';
    this.said = '';
    const code = await runCommand(line.split(' '), {
      variables: { DATA_DIR: this.folder, ...variables },
      clock: this.clock,
      input: Readable.from([Buffer.from(input)]),
      say: (text) => {
        this.said += text;
      },
      complain: (text) => {
        complained += text;
      },
      stopped: () => stop,
    });
    return { code, said: this.said, complained };
  }

  /** Runs a command that must succeed. @returns its JSON. */
  async ask<Data = Record<string, string>>(line: string, input = ''): Promise<Data> {
    const { code, said, complained } = await this.type(`${line} --json`, { input });
    if (code !== 0 || complained !== '') throw new Error(`"${line}" ended with ${code}. ${complained}`);
    return JSON.parse(said) as Data;
  }

  async inData<Result>(work: (database: OpenDatabase) => Promise<Result>): Promise<Result> {
    const database = await openLaidDatabase(this.folder);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
}

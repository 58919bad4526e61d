import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Execution } from '@vendor/contract';
import { runCommand } from '../src/cli/run-command.ts';
import { insertEndpoint } from '../src/db/webhooks/webhook-endpoints.ts';
import { createEndpointSecret } from '../src/webhooks/endpoints/endpoint-secrets.ts';
import { Backend, documentWorkflow, Page } from './client.ts';
import { InProcessService } from './in-process-service.ts';
import { mmdbOf } from './mmdb.ts';
import { evaluatedDocument } from './scripted-evaluator.ts';

/** A service whose data folder has data of each kind, with commands beside it. */
export class BackupWorld {
  readonly home = mkdtempSync(join(tmpdir(), 'vo-backup-'));
  readonly archive = join(this.home, 'backup.tar');
  readonly restored = join(this.home, 'restored');
  readonly networkList = 'networks/country.mmdb';
  service!: InProcessService;
  backend!: Backend;
  accountId!: string;
  #workflowId!: string;

  static async open(): Promise<BackupWorld> {
    const world = new BackupWorld();
    const service = await InProcessService.openWithKey();
    const { id, apiKey } = await service.addAccount('A bank');
    world.service = service;
    world.accountId = id;
    world.backend = new Backend(service, apiKey);
    world.#workflowId = await service.addWorkflow(id, documentWorkflow);
    await insertEndpoint(service.database.main, service.services.vault, {
      id: 'endpoint',
      accountId: id,
      url: 'https://bank.example/webhooks',
      secret: createEndpointSecret(),
      events: ['orchestration/workflow_execution_finished'],
      createdAt: service.clock.time,
    });
    const lay = (path: string, content: string | Uint8Array) => {
      mkdirSync(join(service.folder, path, '..'), { recursive: true });
      writeFileSync(join(service.folder, path), content, { mode: 0o600 });
    };
    lay('lists/ofac-sdn.1.db', 'names');
    lay('lists/ofac-sdn.1.json', '{}');
    lay('lists/ofac-sdn.2.draft', 'unfinished');
    lay('sdk-releases/1.2.3/integrity.json', '{"version":"1.2.3"}');
    lay('sdk-releases/1.2.3/chunks/capture-ab_C-1.js', 'chunk');
    lay('sdk-releases/.incoming-1/integrity.json', 'unfinished');
    lay('settings.json', '{"DEVELOPMENT":"false","ALLOW_LOOPBACK":"false"}\n');
    lay('dev.json', 'a key');
    lay('purges.log', '');
    lay('media/incoming/half', 'half');
    lay(world.networkList, mmdbOf('Test-Country', { '81.2.69.0/24': { country: { iso_code: 'GB' } } }));
    return world;
  }

  async close(): Promise<void> {
    await this.service.close();
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Settings of the service, and of commands beside it. */
  get variables(): Record<string, string> {
    const { folder } = this.service;
    return {
      DATA_DIR: folder,
      IP_COUNTRY_DB: join(folder, this.networkList),
      PURGE_JOURNAL: join(this.home, 'purges.log'),
    };
  }

  /** Completes an execution with a picture and encrypted results. @returns its id. */
  async finish(name = 'Anna Eriksson'): Promise<string> {
    const inputs = { user_id: 'u-1', user_fullname: name };
    const { data } = await this.backend.start({ workflowId: this.#workflowId, inputs });
    const page = new Page(this.service);
    await page.init(data.token);
    await page.post('begin');
    this.service.evaluator.documents.push(evaluatedDocument());
    await page.submitPassport();
    await this.service.runDueJobs();
    return data.executionId;
  }

  async read(id: string): Promise<Execution> {
    return (await this.backend.read<Execution>(id)).data;
  }

  /** Runs a command with the settings of the service, or others. */
  async type(line: string, variables: Record<string, string> = {}) {
    let [said, complained] = ['', ''];
    const code = await runCommand(line.split(' '), {
      variables: { ...this.variables, ...variables },
      clock: this.service.clock,
      input: Readable.from([]),
      say: (text) => {
        said += text;
      },
      complain: (text) => {
        complained += text;
      },
      stopped: () => AbortSignal.abort(),
    });
    return { code, said, complained };
  }

  /** Runs a command that must succeed. @returns its JSON. */
  async ask<Data = Record<string, unknown>>(
    line: string,
    variables: Record<string, string> = {},
  ): Promise<Data> {
    const { code, said, complained } = await this.type(`${line} --json`, variables);
    if (code !== 0) throw new Error(`"${line}" ended with ${code}. ${said} ${complained}`);
    return JSON.parse(said) as Data;
  }
}

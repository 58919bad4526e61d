import { linkLifetimeSeconds } from '@vendor/contract';
import { createPurgeStore } from '../src/db/retention/purge-store.ts';
import { openPurgeJournal } from '../src/retention/purge-journal.ts';
import { operator } from './actors.ts';
import { Backend, documentWorkflow } from './client.ts';
import type { FirstNode, Start } from './expected-run.ts';
import { InProcessService } from './in-process-service.ts';
import { type Purging, Subject } from './story-subject.ts';

/** A document step after a check without a user step. */
const emailFirst = {
  start: 'email',
  nodes: { email: { kind: 'email', next: 'document' }, ...documentWorkflow.nodes },
} as const;

/** Environment of the stories: a service with two workflows and a retention of two days. */
export class StoryWorld {
  readonly service: InProcessService;
  readonly backend: Backend;
  readonly purging: Purging;
  readonly #workflowIds: Readonly<Record<FirstNode, string>>;

  private constructor(
    service: InProcessService,
    backend: Backend,
    workflowIds: Readonly<Record<FirstNode, string>>,
  ) {
    this.service = service;
    this.backend = backend;
    this.#workflowIds = workflowIds;
    this.purging = {
      actor: operator,
      purges: createPurgeStore(service.database, service.seal),
      journal: openPurgeJournal(`${service.folder}/purges.log`),
      media: service.services.media,
      clock: service.clock,
    };
  }

  static async open(): Promise<StoryWorld> {
    const service = await InProcessService.open();
    const account = await service.addAccount('A shop');
    const workflowIds = {
      document: await service.addWorkflow(account.id, documentWorkflow),
      email: await service.addWorkflow(account.id, emailFirst),
    };
    await service.database.main.updateTable('accounts').set({ retention_days: 2 }).execute();
    return new StoryWorld(service, new Backend(service, account.apiKey), workflowIds);
  }

  close(): Promise<void> {
    return this.service.close();
  }

  async subject(start: Start): Promise<Subject> {
    // Removes document results that an earlier story left unused.
    this.service.evaluator.documents.length = 0;
    await this.service.runDueJobs();
    const inputs = { user_id: 'u', email: 'anna@example.com' };
    const request = { workflowId: this.#workflowIds[start.first], inputs };
    if (start.channel === 'token') {
      const { data } = await this.backend.start(request);
      return new Subject(this, data.executionId, data.token);
    }
    const expiresIn = start.lifetimeMs / 1000;
    const isDefault = expiresIn === linkLifetimeSeconds.default;
    const { data } = await this.backend.link({ ...request, ...(isDefault ? {} : { expiresIn }) });
    return new Subject(this, data.executionId, new URL(data.redirectUrl).hash.slice(1));
  }
}

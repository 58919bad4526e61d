import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { PersonActor } from '../src/access/actor.ts';
import { type AdminExecutionServices, executionRoutes } from '../src/admin-routes/executions.ts';
import type { AppEnvironment } from '../src/http/app-environment.ts';
import { dataReply } from '../src/http/data-reply.ts';
import { problemReply, refusalReply } from '../src/http/problem-reply.ts';
import { openRuns } from '../src/open-runs.ts';
import { Refusal } from '../src/refusal.ts';
import type { Reply } from './client.ts';
import type { InProcessService } from './in-process-service.ts';

/** The routes of executions in the panel, for people who are signed in already. */
export class AdminDesk {
  readonly runs: AdminExecutionServices;
  readonly #service: InProcessService;

  constructor(service: InProcessService) {
    this.#service = service;
    this.runs = openRuns(service.services, service.database, service.seal, service.logger);
  }

  /** Somebody with a role in an account, who may see both modes and pictures unless it is said otherwise. */
  person(accountId: string, role: PersonActor['role'], rights: Partial<PersonActor> = {}): PersonAtDesk {
    const actor: PersonActor = {
      kind: 'person',
      id: randomUUID(),
      accountId,
      role,
      modes: ['live', 'test'],
      pictures: true,
      sessionId: randomUUID(),
      address: '198.51.100.7',
      ...rights,
    };
    return new PersonAtDesk(actor, this.runs, this.#service);
  }

  close(): void {
    this.runs.feed.close();
  }
}

/** Calls the panel's API as one person. */
export class PersonAtDesk {
  readonly actor: PersonActor;
  readonly #app = new Hono<AppEnvironment>();

  constructor(actor: PersonActor, runs: AdminExecutionServices, { logger }: InProcessService) {
    this.actor = actor;
    this.#app.use(async (context, next) => {
      context.set('requestId', 'request');
      context.set('commonHeaders', {});
      await next();
    });
    for (const route of executionRoutes(runs)) {
      if (route.access === 'anyone') throw new Error('Nobody sees executions without a session.');
      this.#app.on(route.method, `/admin-api/v1/${route.path}`, async (context) => {
        const answer = await route.answer(context, actor);
        return answer instanceof Response ? answer : dataReply(context, answer);
      });
    }
    this.#app.onError((error) => {
      if (error instanceof Refusal) return refusalReply(error, 'request');
      logger.error('A request failed.', {}, error);
      return problemReply('INTERNAL_ERROR', 'The request could not be carried out.', 'request');
    });
  }

  /** A call whose reply is not JSON. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#app.request(path.startsWith('/') ? path : `/admin-api/v1/${path}`, init);
  }

  get<Data>(path: string): Promise<Reply<Data>> {
    return this.#read(path);
  }

  post<Data>(path: string, body?: unknown): Promise<Reply<Data>> {
    return this.#read(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async #read<Data>(path: string, init?: RequestInit): Promise<Reply<Data>> {
    const response = await this.fetch(path, init);
    const body = (await response.json()) as { data: Data } & Reply<Data>['problem'];
    return { status: response.status, headers: response.headers, data: body.data, problem: body };
  }
}

import type { EvaluationOf } from '@vendor/checks';
import type { Execution, LinkFlowState } from '@vendor/contract';
import { purgeExecution } from '../src/retention/purge-execution.ts';
import { purgeOverdue } from '../src/retention/purge-overdue.ts';
import { type Backend, Page } from './client.ts';
import type { Finding, Move } from './expected-run.ts';
import { handOver, phoneNonce, secretIn } from './hand-off-world.ts';
import type { InProcessService } from './in-process-service.ts';
import { look } from './popup-world.ts';
import { evaluatedDocument } from './scripted-evaluator.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import type { Happening } from './story.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Services that a purge needs. */
export type Purging = Parameters<typeof purgeOverdue>[0];

/** Environment of a subject. */
interface Surroundings {
  readonly service: InProcessService;
  readonly backend: Backend;
  readonly purging: Purging;
}

/** One execution, on which a user, a backend, checks and time act. */
export class Subject {
  /** Decisions that were answered with 200. */
  readonly decisions: string[] = [];
  /** Replies that must never occur: server errors, and unexpected refusals of a decision. */
  readonly wrong: string[] = [];
  readonly id: string;
  readonly #world: Surroundings;
  readonly #token: string;
  readonly #page: Page;
  readonly #phone: Page;
  #attempt = 1;

  constructor(world: Surroundings, id: string, token: string) {
    this.#world = world;
    this.id = id;
    this.#token = token;
    this.#page = new Page(world.service);
    this.#phone = new Page(world.service);
  }

  /** Carries out a happening. @returns its moves that were answered with 200. */
  async meet(happening: Happening): Promise<Move[]> {
    const { service, purging } = this.#world;
    const { clock } = service;
    switch (happening) {
      case 'begin':
        await this.#hear(this.#page.init(this.#token));
        return this.#accepted(this.#page.post('begin'), { kind: 'begin' });
      case 'submit': {
        const attempt = this.#attempt;
        return this.#accepted(this.#page.submitPassport(attempt), { kind: 'submit', attempt });
      }
      case 'check passes':
        return this.#check('passes', evaluatedDocument());
      case 'check doubts':
        return this.#check('doubts', evaluatedDocument({ formatCheckResult: 'REVIEW' }));
      case 'check declines':
        return this.#check('declines', evaluatedDocument({ documentValidityCheckResult: 'FAIL' }));
      case 'check asks again':
        this.#attempt = Math.min(3, this.#attempt + 1);
        return this.#check('asks again', { kind: 'retry', reasons: ['IMAGE_BLURRED'] });
      case 'check breaks':
        return this.#check('breaks', ...Array.from({ length: 5 }, () => new Error('broken')));
      case 'extend':
        return this.#accepted(this.#page.post('extend'), { kind: 'extend' });
      case 'leave':
      case 'cancel':
        return this.#hear(this.#page.post(happening));
      case 'take over':
        return this.#hear(this.#page.init(this.#token, `nonce-${Math.floor(clock.time)}-again`));
      case 'go to the phone':
        return this.#goToThePhone();
      case 'take back':
        return this.#hear(this.#page.post('handoff/take-back'));
      case 'open a window':
        return this.#hear(this.#page.post('popup', { look }));
      case 'minutes pass':
        return this.#pass(7 * minuteMs);
      case 'an hour passes':
        return this.#pass(hourMs);
      case 'a day passes':
        return this.#pass(dayMs);
      case 'a week passes':
        return this.#pass(7 * dayMs);
      case 'approve':
        return this.#decide('APPROVED');
      case 'decline':
        return this.#decide('DECLINED');
      case 'purge':
        await purgeExecution(purging, this.id, clock.time);
        return [];
      case 'purge overdue':
        await purgeOverdue(purging, new AbortController().signal);
        return [];
    }
  }

  /** Reads the state of the flow that the service reports to the page of the link. */
  async flowState(): Promise<LinkFlowState> {
    return (await this.#page.link(this.#token)).data.journey;
  }

  async read(): Promise<Execution> {
    return (await this.#world.backend.read<Execution>(this.id)).data;
  }

  snapshot(): Promise<Snapshot> {
    return takeSnapshot(this.#world.service.database, this.id);
  }

  async #decide(status: 'APPROVED' | 'DECLINED'): Promise<Move[]> {
    const reply = await this.#world.backend.decide(this.id, { status, comment: 'so' });
    if (reply.status === 200) {
      this.decisions.push(status);
      return [{ kind: 'decide', status }];
    }
    if (!['EXECUTION_IN_PROGRESS', 'EXECUTION_PURGED'].includes(reply.problem.code))
      this.wrong.push(`${reply.status} ${reply.problem.code}`);
    return [];
  }

  /** Hands the flow over to a phone, if that is possible now. */
  async #goToThePhone(): Promise<Move[]> {
    const offer = await handOver(this.#page);
    await this.#hear(Promise.resolve(offer));
    if (offer.status === 200) await this.#hear(this.#phone.init(secretIn(offer.data.url), phoneNonce));
    return [];
  }

  /** Runs due jobs: judges a submitted attempt, then expires what is late. */
  async #check(finding: Finding, ...script: (EvaluationOf<'document'> | Error)[]): Promise<Move[]> {
    const { service } = this.#world;
    service.evaluator.documents.length = 0;
    service.evaluator.documents.push(...script);
    await service.runDueJobs();
    return [{ kind: 'judge', findings: [finding] }, { kind: 'expire' }];
  }

  #pass(ms: number): Move[] {
    this.#world.service.clock.time += ms;
    return [{ kind: 'pass', ms }];
  }

  /** Accepts any reply to a page except a server error. */
  async #hear(reply: Promise<{ readonly status: number }>): Promise<Move[]> {
    const { status } = await reply;
    if (status >= 500) this.wrong.push(String(status));
    return [];
  }

  async #accepted(reply: Promise<{ readonly status: number }>, move: Move): Promise<Move[]> {
    await this.#hear(reply);
    return (await reply).status === 200 ? [move] : [];
  }
}

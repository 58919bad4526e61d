import { type Execution, type LinkJourney, linkLifetimeSeconds } from '@vendor/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createPurgeStore } from '../src/db/purge-store.ts';
import type { DocumentEvaluation } from '../src/evaluations/evaluator.ts';
import { purgeExecution } from '../src/retention/purge-execution.ts';
import { openPurgeJournal } from '../src/retention/purge-journal.ts';
import { purgeOverdue } from '../src/retention/purge-overdue.ts';
import { Backend, documentWorkflow, Page } from './client.ts';
import type { Finding, FirstNode, Move, Start } from './expected-run.ts';
import { handOver, phoneNonce, secretIn } from './hand-off-world.ts';
import { InProcessService } from './in-process-service.ts';
import { look } from './popup-world.ts';
import { evaluatedDocument } from './scripted-evaluator.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const happenings = [
  'begin',
  'hand in',
  'hand in',
  'check passes',
  'check doubts',
  'check declines',
  'check asks again',
  'check breaks',
  'extend',
  'leave',
  'cancel',
  'take over',
  'go to the phone',
  'take back',
  'open a window',
  'minutes pass',
  'an hour passes',
  'a day passes',
  'a week passes',
  'approve',
  'decline',
  'purge',
  'purge what is over',
] as const;
export type Happening = (typeof happenings)[number];

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...happenings).map((one) => [one]) },
  // What comes at the same time: an end, an expiry, a decision and a purge may race.
  { weight: 2, arbitrary: fc.uniqueArray(fc.constantFrom(...happenings), { minLength: 2, maxLength: 4 }) },
);

/** How an execution is started, and what happens to it then: one thing at each step, or several at the same time. */
export interface Story {
  readonly start: Start;
  readonly steps: readonly (readonly Happening[])[];
}

const steps: fc.Arbitrary<Happening[][]> = fc
  .tuple(fc.array(step, { maxLength: 6 }), fc.array(step, { maxLength: 6 }))
  // Most stories get somewhere: they begin and hand something in.
  .chain(([first, then]) =>
    fc.constantFrom(
      [['begin'], ['hand in'], ...first, ...then] as Happening[][],
      [...first, ['begin'], ['hand in'], ...then] as Happening[][],
    ),
  );

const way: fc.Arbitrary<Omit<Start, 'first'>> = fc.oneof(
  fc.constant({ channel: 'token', lifetimeMs: hourMs } as const),
  // From an hour to thirty days; the ends of that, and what a link has where nothing was said.
  fc
    .oneof(
      fc.constantFrom(linkLifetimeSeconds.min, linkLifetimeSeconds.default, linkLifetimeSeconds.max),
      fc.integer({ min: linkLifetimeSeconds.min, max: 26 * 3600 }),
    )
    .map((seconds) => ({ channel: 'link', lifetimeMs: seconds * 1000 }) as const),
);

const start: fc.Arbitrary<Start> = fc
  .tuple(fc.constantFrom<FirstNode>('document', 'email'), way)
  .map(([first, rest]) => ({ first, ...rest }));

export const story: fc.Arbitrary<Story> = fc.record({ start, steps });

/** What the database has of an execution at one moment: it is read by one statement. */
export interface Snapshot {
  readonly status: string;
  /** Whose turn it is; none: it has ended. */
  readonly awaiting: string;
  readonly purgedAt: number | null;
  /** What of the user is left: keys, seals, captures, windows, phones, marks and what their browser told. */
  readonly personal: number;
  readonly finished: number;
  readonly updated: number;
  readonly others: number;
  readonly decisions: number;
}

/** A document after a check that nobody sees. */
const emailFirst = {
  start: 'email',
  nodes: { email: { kind: 'email', next: 'document' }, ...documentWorkflow.nodes },
} as const;

/** Where stories are told: a service with two workflows whose data is kept for two days. */
export class StoryWorld {
  readonly service: InProcessService;
  readonly backend: Backend;
  readonly purging: Parameters<typeof purgeOverdue>[0];
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
      purges: createPurgeStore(service.database),
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
    // What another story has left to be judged is judged by nothing that this one says.
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

/** One execution, with what a user, a backend, checks and time can do to it. */
export class Subject {
  /** Decisions that were answered with 200. */
  readonly decisions: string[] = [];
  /** Answers that nobody may get: faults of ours, and refusals that a decision does not know. */
  readonly wrong: string[] = [];
  readonly id: string;
  readonly #world: StoryWorld;
  readonly #token: string;
  readonly #page: Page;
  readonly #phone: Page;
  #attempt = 1;

  constructor(world: StoryWorld, id: string, token: string) {
    this.#world = world;
    this.id = id;
    this.#token = token;
    this.#page = new Page(world.service);
    this.#phone = new Page(world.service);
  }

  /** @returns the moves that it was, as far as it was answered with 200. */
  async meet(happening: Happening): Promise<Move[]> {
    const { service, purging } = this.#world;
    const { clock } = service;
    switch (happening) {
      case 'begin':
        await this.#hear(this.#page.init(this.#token));
        return this.#accepted(this.#page.post('begin'), { kind: 'begin' });
      case 'hand in': {
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
      case 'purge what is over':
        await purgeOverdue(purging, new AbortController().signal);
        return [];
    }
  }

  /** What the page of the link is told of it. */
  async journey(): Promise<LinkJourney> {
    return (await this.#page.link(this.#token)).data.journey;
  }

  async read(): Promise<Execution> {
    return (await this.#world.backend.read<Execution>(this.id)).data;
  }

  async snapshot(): Promise<Snapshot> {
    const { id } = this;
    const { rows } = await sql<Snapshot>`
      select status, json_extract(walk, '$.awaiting') as awaiting, data_purged_at as purgedAt,
        (wrapped_key is not null) + (sealed_inputs is not null) + (sealed_ip is not null)
          + (sealed_session is not null) + (sealed_redirects is not null)
          + (session_nonce_hash is not null) + (platform is not null)
          + (select count(*) from checks where execution_id = ${id} and sealed is not null)
          + (select count(*) from captures where execution_id = ${id})
          + (select count(*) from hand_offs where execution_id = ${id})
          + (select count(*) from popup_windows where execution_id = ${id})
          + (select count(*) from decisions where execution_id = ${id} and sealed_comment is not null)
          + (select count(*) from user_marks where execution_id = ${id}) as personal,
        (select count(*) from webhook_events where execution_id = ${id}
          and event = 'orchestration/workflow_execution_finished') as finished,
        (select count(*) from webhook_events where execution_id = ${id}
          and event = 'orchestration/workflow_execution_updated') as updated,
        (select count(*) from webhook_events where execution_id = ${id}
          and event not in ('orchestration/workflow_execution_finished',
            'orchestration/workflow_execution_updated')) as others,
        (select count(*) from decisions where execution_id = ${id}) as decisions
      from executions where id = ${id}`.execute(this.#world.service.database.reader);
    const [row] = rows;
    if (!row) throw new Error('The execution is gone.');
    return row;
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

  /** The flow goes on on another device, as far as it can be handed over now. */
  async #goToThePhone(): Promise<Move[]> {
    const offer = await handOver(this.#page);
    await this.#hear(Promise.resolve(offer));
    if (offer.status === 200) await this.#hear(this.#phone.init(secretIn(offer.data.url), phoneNonce));
    return [];
  }

  /** Jobs run: what was handed in is judged, then what is over expires. */
  async #check(finding: Finding, ...script: (DocumentEvaluation | Error)[]): Promise<Move[]> {
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

  /** Whatever a page tries is answered; nothing of it is a fault of ours. */
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

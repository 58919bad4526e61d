import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { joinDatabase } from '../src/db/opening/open-database.ts';
import { seeded } from '../testing/seeded.ts';
import { type Mood, MoodyReceiver } from './moody-receiver.ts';
import { operate } from './operate.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import {
  expectAllDelivered,
  expectNothingInvented,
  expectNothingLost,
  shortOf,
  takenBy,
} from './webhook-comparison.ts';
import { WebhookTraffic } from './webhook-traffic.ts';

const random = seeded(20300115);
/** Acknowledgements before each kill of the process. */
const acknowledgements = 8;
const flakyMoods: readonly Mood[] = ['refuse', 'leave', 'cut', 'dawdle', 'take'];
/** Maximum delay of a kill in ms. The kill may come before, during or after a request, so its outcome is unknown. */
const momentMs = 15;

let service: ServiceProcess;
let client: ServiceClient;
let traffic: WebhookTraffic;
/** Accepts every event; the other receivers are compared with it. */
let steady: MoodyReceiver;
/** Fails the first attempts of most events, in changing ways. */
let flaky: MoodyReceiver;
/** Gets only decisions; sometimes answers 410, which disables its endpoint, and is resumed. */
let gone: MoodyReceiver;
/** Is added while events are being delivered. */
let late: MoodyReceiver;
/** Is added, and later removed. */
let leaving: MoodyReceiver;
let webhookKey: string;
/** Ids of the account, and of its endpoints by name. */
const ids: Record<string, string> = {};
/** Position in the journal at which `late` was added, and time at which `leaving` was removed. */
let joinedAt = 0;
let leftAt = Number.POSITIVE_INFINITY;

const receivers = () => [steady, flaky, gone, late, leaving];
const command = <Data = Record<string, string>>(line: string) => operate<Data>(service.folder, line);

beforeEach(async () => {
  [steady, flaky, gone, late, leaving] = (await Promise.all(
    Array.from({ length: 5 }, () => MoodyReceiver.open()),
  )) as [MoodyReceiver, MoodyReceiver, MoodyReceiver, MoodyReceiver, MoodyReceiver];
  service = await ServiceProcess.create(steady.port);
  await service.start();
  client = new ServiceClient(service);
  steady.secrets.push(service.development.webhookSecret);
  const [account] = await command<{ id: string }[]>('account list');
  webhookKey = (await command(`key create --account ${account!.id} --for webhooks`)).key!;
  ids.account = account!.id;
  await add('flaky', flaky, ['finished', 'updated']);
  await add('gone', gone, ['updated']);
  const [first] = await command<{ id: string }[]>('webhook list');
  ids.steady = first!.id;
  traffic = new WebhookTraffic(client, (id) => command(`execution resend ${id}`), random);
});
afterEach(async () => {
  await service.remove();
  for (const receiver of receivers()) receiver.close();
});

async function add(name: string, receiver: MoodyReceiver, events: string[]): Promise<void> {
  const wanted = events.map((event) => `--event ${event}`).join(' ');
  const { id, secret } = await command(
    `webhook add --account ${ids.account} --url ${receiver.url} ${wanted}`,
  );
  ids[name] = id!;
  receiver.secrets.push(secret!);
}

/** Applies a mood to one delivery, and accepts the following ones. */
function once(mood: Mood): () => Mood {
  let isOver = false;
  return () => {
    if (isOver) return 'take';
    isOver = true;
    return mood;
  };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}

const pauseRandomly = () => pause(random() * momentMs);
const isDisabled = async (id: string) =>
  (await command<{ id: string; disabledAt: string | null }[]>('webhook list')).some(
    (endpoint) => endpoint.id === id && endpoint.disabledAt !== null,
  );

/** Lives of the service process: a change while events are being delivered, and the moment at which it is killed. */
const lives: readonly { change(): Promise<unknown>; end(): Promise<unknown> }[] = [
  {
    // Killed while a delivery is unanswered.
    change: async () => {
      await add('late', late, ['finished', 'updated']);
      joinedAt = traffic.nextPlace();
    },
    end: async () => {
      const left = steady.next('leave');
      steady.mood = once('leave');
      await left;
    },
  },
  {
    // Killed before an accepted delivery is stored.
    change: () => rotate(),
    end: () => steady.next('take'),
  },
  {
    change: () => add('leaving', leaving, ['finished', 'updated']),
    // Killed before the next attempt is scheduled.
    end: () => flaky.next('refuse'),
  },
  {
    change: async () => {
      await command(`webhook remove ${ids.leaving}`);
      leftAt = Date.now();
    },
    // Killed before an endpoint is disabled and its deliveries are held.
    end: async () => {
      const refused = gone.next('gone');
      gone.mood = once('gone');
      await refused;
    },
  },
  {
    change: async () => {
      gone.mood = () => 'gone';
      await until(() => isDisabled(ids.gone!));
      gone.mood = () => 'take';
      await rotate();
    },
    // Killed before the held deliveries of a resumed endpoint are released.
    end: async () => {
      void client.resume(webhookKey, ids.gone!).catch(() => {});
      await pauseRandomly();
    },
  },
  {
    change: async () => {},
    // Killed before a delivered event is redelivered.
    end: async () => {
      const [delivered] = await command<{ id: string }[]>(
        `webhook deliveries --endpoint ${ids.steady} --state delivered --limit 1`,
      );
      void client.redeliver(webhookKey, delivered!.id).catch(() => {});
      await pauseRandomly();
    },
  },
];
/** Lives in which the secret of the steady receiver is rotated. */
const rotatedIn = [1, 4];
async function rotate(): Promise<void> {
  steady.secrets.push((await command(`webhook rotate-secret ${ids.steady}`)).secret!);
}

async function killInEachLife(): Promise<void> {
  let moods = 0;
  flaky.mood = (before) => {
    // At most two attempts of an event fail here, so that it does not run out of attempts.
    if (before >= 2) return 'take';
    moods += 1;
    return flakyMoods[moods % flakyMoods.length]!;
  };
  for (const [life, { change, end }] of lives.entries()) {
    const killed = new AbortController();
    const flowing = traffic.flow(killed.signal);
    const enough = traffic.acknowledged + acknowledgements;
    await change();
    await until(() => traffic.acknowledged >= enough);
    await end();
    await service.kill();
    killed.abort();
    await flowing;
    await letRetriesFallDue();
    for (const receiver of receivers()) receiver.life = life + 1;
    await service.start();
  }
}

/** Makes waiting retries due now. @returns the number of remaining jobs. */
async function letRetriesFallDue(): Promise<number> {
  const kinds = ['deliver', 'evaluate'];
  const database = await joinDatabase(service.folder);
  try {
    return await database.main.transaction().execute(async (trx) => {
      const now = Date.now();
      await trx
        .updateTable('webhook_deliveries')
        .set({ next_at: now })
        .where('state', '=', 'pending')
        .where('next_at', '>', now)
        .execute();
      await trx
        .updateTable('jobs')
        .set({ due_at: now })
        .where('kind', 'in', kinds)
        .where('due_at', '>', now)
        .execute();
      return (await trx.selectFrom('jobs').select('id').where('kind', 'in', kinds).execute()).length;
    });
  } finally {
    await database.close();
  }
}

/** Lets all receivers accept deliveries, and waits until none is left. */
async function drain(): Promise<void> {
  for (const receiver of receivers()) receiver.recover();
  for (const name of ['flaky', 'gone', 'late'])
    if (await isDisabled(ids[name]!)) await client.resume(webhookKey, ids[name]!);
  while ((await letRetriesFallDue()) > 0) await pause(100);
}

it('loses and invents no event under kill -9, and keeps the id and body of each', {
  tags: ['DHOOK-1', 'DHOOK-6', 'DHOOK-12', 'DHOOK-31'],
  timeout: 600_000,
}, async () => {
  await killInEachLife();
  await drain();
  const { journal } = traffic;
  expectNothingInvented(receivers(), journal);
  await expectNothingLost(steady, journal, client);
  const others = {
    flaky,
    gone,
    late: { receiver: late, since: joinedAt },
    leaving: { receiver: leaving, until: leftAt },
  };
  await expectAllDelivered(service.folder, steady, others, journal);
  // All deliveries of a life are signed with every secret that existed when it began.
  for (const { life, verified } of steady.arrivals) {
    if (life > rotatedIn[0]!) expect(verified[1]).toBe(true);
    if (life > rotatedIn[1]!) expect(verified[2]).toBe(true);
  }
  // The situations that the kills should meet did occur.
  const events = new Set(steady.arrivals.map(({ envelope }) => shortOf(envelope.event)));
  expect(events).toEqual(new Set(['finished', 'updated', 'sync']));
  expect(steady.arrivals.length, 'some events arrive twice').toBeGreaterThan(takenBy(steady).size);
  expect(new Set(flaky.arrivals.map(({ mood }) => mood))).toEqual(new Set(flakyMoods));
  expect(gone.arrivals.some(({ mood }) => mood === 'gone')).toBe(true);
  expect(journal.filter(({ executionId }) => executionId !== null).length).toBeGreaterThan(lives.length * 2);
});

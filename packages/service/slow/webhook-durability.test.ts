import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { joinDatabase } from '../src/db/opening/open-database.ts';
import { seeded } from '../testing/seeded.ts';
import { type Mood, MoodyReceiver } from './moody-receiver.ts';
import { operate } from './operate.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import {
  expectAllTold,
  expectNothingInvented,
  expectNothingLost,
  shortOf,
  takenBy,
} from './webhook-comparison.ts';
import { WebhookTraffic } from './webhook-traffic.ts';

const random = seeded(20300115);
/** Acknowledgements in each life of the process before it is killed. */
const acknowledgements = 8;
const flakyMoods: readonly Mood[] = ['refuse', 'leave', 'cut', 'dawdle', 'take'];
/** Time within which the kill comes, in ms: it may cut a request off anywhere, so its outcome is open. */
const momentMs = 15;

let service: ServiceProcess;
let client: ServiceClient;
let traffic: WebhookTraffic;
/** Takes everything there is, always; the other endpoints are compared with it. */
let steady: MoodyReceiver;
/** Fails the first attempts of most events, each in another way. */
let flaky: MoodyReceiver;
/** Is told of decisions alone; says at times that it wants nothing any more, and is resumed. */
let gone: MoodyReceiver;
/** Is added while events are under way. */
let late: MoodyReceiver;
/** Is added, and removed for good. */
let leaving: MoodyReceiver;
let webhookKey: string;
/** Of the account, and of its endpoints by name. */
const ids: Record<string, string> = {};
/** The place in the journal since which `late` is there, and the time at which `leaving` was removed. */
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

/** A mood for one delivery, then another. */
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

const anywhere = () => pause(random() * momentMs);
const isDisabled = async (id: string) =>
  (await command<{ id: string; disabledAt: string | null }[]>('webhook list')).some(
    (endpoint) => endpoint.id === id && endpoint.disabledAt !== null,
  );

/** The lives of the service: what is changed in each while events are under way, and when it ends. */
const lives: readonly { change(): Promise<unknown>; end(): Promise<unknown> }[] = [
  {
    // A delivery is on its way: nobody has answered it.
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
    // A receiver has taken one: that has yet to be stored.
    change: () => rotate(),
    end: () => steady.next('take'),
  },
  {
    change: () => add('leaving', leaving, ['finished', 'updated']),
    // The next attempt has yet to be planned.
    end: () => flaky.next('refuse'),
  },
  {
    change: async () => {
      await command(`webhook remove ${ids.leaving}`);
      leftAt = Date.now();
    },
    // An endpoint has yet to be disabled, and all that is on its way to it to be held.
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
    // All that it missed has yet to be put on its way.
    end: async () => {
      void client.resume(webhookKey, ids.gone!).catch(() => {});
      await anywhere();
    },
  },
  {
    change: async () => {},
    // One that was taken has yet to be sent again.
    end: async () => {
      const [delivered] = await command<{ id: string }[]>(
        `webhook deliveries --endpoint ${ids.steady} --state delivered --limit 1`,
      );
      void client.redeliver(webhookKey, delivered!.id).catch(() => {});
      await anywhere();
    },
  },
];
/** In which lives the secret of the steady receiver is rotated. */
const rotatedIn = [1, 4];
async function rotate(): Promise<void> {
  steady.secrets.push((await command(`webhook rotate-secret ${ids.steady}`)).secret!);
}

async function killInEachLife(): Promise<void> {
  let moods = 0;
  flaky.mood = (before) => {
    // At most two attempts of an event fail here: it must not run out of attempts.
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

/** As if the waits between attempts were over. @returns how much is still to be done. */
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

/** Waits until nothing is on its way any more, to receivers that are well. */
async function drain(): Promise<void> {
  for (const receiver of receivers()) receiver.recover();
  for (const name of ['flaky', 'gone', 'late'])
    if (await isDisabled(ids[name]!)) await client.resume(webhookKey, ids[name]!);
  while ((await letRetriesFallDue()) > 0) await pause(100);
}

it('kill -9 loses no event, invents none, and never gives one another id or another body', {
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
  await expectAllTold(service.folder, steady, others, journal);
  // A secret that was given before a life began signs all that is sent in it, beside those before it.
  for (const { life, verified } of steady.arrivals) {
    if (life > rotatedIn[0]!) expect(verified[1]).toBe(true);
    if (life > rotatedIn[1]!) expect(verified[2]).toBe(true);
  }
  // Events that the kills were to meet did occur.
  const events = new Set(steady.arrivals.map(({ envelope }) => shortOf(envelope.event)));
  expect(events).toEqual(new Set(['finished', 'updated', 'sync']));
  expect(steady.arrivals.length, 'some came twice').toBeGreaterThan(takenBy(steady).size);
  expect(new Set(flaky.arrivals.map(({ mood }) => mood))).toEqual(new Set(flakyMoods));
  expect(gone.arrivals.some(({ mood }) => mood === 'gone')).toBe(true);
  expect(journal.filter(({ executionId }) => executionId !== null).length).toBeGreaterThan(lives.length * 2);
});

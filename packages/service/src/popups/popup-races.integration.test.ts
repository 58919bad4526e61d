import type { PopupAttendance, PopupState } from '@vendor/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Page } from '../../testing/client.ts';
import { PopupWorld } from '../../testing/popup-world.ts';

let world: PopupWorld;
beforeAll(async () => {
  world = await PopupWorld.open();
});
afterAll(() => world.close());

/** Only limits how long a stuck test takes; nothing in it waits. */
const timeoutMs = 120_000;

const nonceOf = (holder: number) => `nonce-of-holder-${holder}`;

test(
  'gives the session to exactly one of several windows that claim a ticket concurrently and repeatedly',
  async () => {
    const claims = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(claims, async (holders) => {
        const { ticket } = await world.openPopup();
        const replies = await Promise.all(
          holders.map((holder) => new Page(world.service).init(ticket, nonceOf(holder))),
        );
        const winners = new Set(holders.filter((_, index) => replies[index]?.status === 200));
        expect(winners.size).toBe(1);
        const keys = new Set(
          replies.filter(({ status }) => status === 200).map(({ data }) => data.sessionKey),
        );
        expect(keys.size).toBe(1);
        const refused = replies.filter(({ status }) => status !== 200);
        expect(new Set(refused.map(({ problem }) => problem.code)).size).toBeLessThanOrEqual(1);
        for (const { status, problem } of refused)
          expect([status, problem.code]).toEqual([409, 'TICKET_USED']);
      }),
      { numRuns: 8 },
    );
  },
  timeoutMs,
);

/** Events of a window, executed in any order and concurrently. */
const moves = [
  'claim',
  'steal',
  'begin',
  'attend',
  'leave',
  'reload',
  'end',
  'close',
  'release',
  'watch',
  'take over',
  'a second',
  'half a minute',
] as const;

test(
  'keeps a window closed and without a session, and revokes nothing, once the opener was told it closed',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom(...moves), { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
        async (rounds) => {
          const { token, opener, ticket } = await world.openPopup();
          const window = new Page(world.service);
          let takeovers = 0;
          let visit = 1;
          const seen: PopupState[] = [];
          const report = (changes: object) =>
            window.post<object>('popup/report', {
              opened: true,
              started: false,
              ending: null,
              closed: false,
              ...changes,
            });
          const act: Record<(typeof moves)[number], () => Promise<unknown> | undefined> = {
            claim: () => window.init(ticket, nonceOf(1)),
            steal: () => new Page(world.service).init(ticket, nonceOf(2)),
            begin: () => window.post('begin'),
            attend: () => window.get<PopupAttendance>('popup/attendance'),
            leave: () => window.post('popup/leave', { visit }),
            reload: () => {
              visit += 1;
              return window.init(ticket, nonceOf(1));
            },
            end: () => report({ started: true, ending: { kind: 'completed', status: 'success' } }),
            close: () => report({ ending: { kind: 'cancelled' }, closed: true }),
            release: () => opener.post('popup/release'),
            watch: async () => {
              const { status, data } = await opener.get<PopupState>('popup');
              if (status === 200) seen.push(data);
            },
            'take over': () => {
              takeovers += 1;
              return new Page(world.service).init(token, `nonce-of-takeover-${takeovers}`);
            },
            'a second': () => {
              world.service.clock.time += 1000;
              return undefined;
            },
            'half a minute': () => {
              world.service.clock.time += 30_000;
              return undefined;
            },
          };
          for (const round of rounds) await Promise.all(round.map((move) => act[move]()));
          await act.watch();

          const ordered = [...seen].sort((a, b) => a.seq - b.seq);
          for (const [index, state] of ordered.entries()) {
            const before = ordered[index - 1];
            if (!before) continue;
            if (before.seq === state.seq) expect(state).toEqual(before);
            if (before.opened) expect(state.opened).toBe(true);
            if (before.started) expect(state.started).toBe(true);
            if (before.ending) expect(state.ending).toEqual(before.ending);
            if (before.closed) expect(state).toEqual(before);
          }
          const last = ordered.at(-1);
          if (!last?.closed) return;
          // Closed for good: neither this window nor another one can claim the ticket, and its session is invalid.
          expect((await new Page(world.service).init(ticket, nonceOf(1))).status).not.toBe(200);
          const attendance = window.sessionKey && (await window.get<PopupAttendance>('popup/attendance'));
          if (attendance) expect(attendance.data?.released ?? true).toBe(true);
          // The token still starts another session.
          expect((await new Page(world.service).init(token, 'nonce-of-the-end1')).status).toBe(200);
        },
      ),
      { numRuns: 15 },
    );
  },
  timeoutMs,
);

import { expect, test } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import type { NewAuditEvent } from './audit-event.ts';
import { RefusedKeys } from './refused-keys.ts';

function world() {
  const clock = { time: 1_000_000, now: () => clock.time };
  const events: NewAuditEvent[] = [];
  const lines: string[] = [];
  const disk = { isFull: false };
  const append = async (event: NewAuditEvent) => {
    if (disk.isFull) throw new Error('database or disk is full');
    events.push(event);
  };
  const logger = createLogger({ level: 'info', clock, write: (line) => lines.push(line) });
  return { clock, events, lines, disk, refused: new RefusedKeys({ audit: { append }, clock, logger }) };
}

test('reports the first wrong key of a minute at once, and counts the others', async () => {
  const { clock, events, lines, refused } = world();
  for (let index = 0; index < 400; index++) await refused.note(`192.0.2.${index % 3}`, null);
  expect(events.map(({ changes }) => changes)).toEqual([{ count: 1 }]);
  clock.time += 60_000;
  await refused.note('192.0.2.9', 'abcdefghijkl');
  expect(events).toMatchObject([
    { actor: { address: '192.0.2.0' }, changes: { count: 1 }, subject: null },
    { changes: { count: 399, addresses: 3 } },
    { actor: { address: '192.0.2.9' }, changes: { count: 1 }, subject: { kind: 'key', id: 'abcdefghijkl' } },
  ]);
  expect(lines).toHaveLength(3);
});

test('reports the counted attempts once, when flushed', async () => {
  const { events, refused } = world();
  await refused.flush();
  for (let index = 0; index < 3; index++) await refused.note(null, null);
  await refused.flush();
  await refused.flush();
  expect(events.map(({ changes }) => changes)).toEqual([{ count: 1 }, { count: 2, addresses: 0 }]);
});

test('refuses a wrong key even if nothing can be recorded', async () => {
  const { disk, lines, refused } = world();
  disk.isFull = true;
  await refused.note('192.0.2.1', null);
  expect(lines.join('')).toContain('could not be recorded');
});

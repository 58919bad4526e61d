import { expect, test } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { createLogger } from '../logging/logger.ts';
import { Refusal } from '../refusal.ts';
import type { NewAuditEvent } from './audit-event.ts';
import { createReadRecorder } from './record-read.ts';

const read: NewAuditEvent = {
  actor: operator,
  act: 'execution.read',
  at: 1,
  accountId: 'account',
  subject: { kind: 'execution', id: 'execution' },
  mode: 'live',
};

test('answers a read that cannot be recorded, and records the number of such reads later', async () => {
  const events: NewAuditEvent[] = [];
  const lines: string[] = [];
  let isFull = true;
  const append = async (event: NewAuditEvent) => {
    if (isFull) throw new Error('database or disk is full');
    events.push(event);
  };
  const logger = createLogger({ level: 'info', clock: { now: () => 1 }, write: (line) => lines.push(line) });
  const recordRead = createReadRecorder({ append }, logger);
  await recordRead(read);
  await recordRead(read);
  isFull = false;
  await recordRead(read);
  await recordRead(read);
  expect(events.map(({ act, changes }) => [act, changes])).toEqual([
    ['execution.read', undefined],
    ['audit.gap', { unrecordedReads: 2 }],
    ['execution.read', undefined],
  ]);
  expect(lines).toHaveLength(2);
});

test('refuses a read by a person whose rights have changed', async () => {
  const refusal = new Refusal('FORBIDDEN', 'Your rights were changed.');
  const logger = createLogger({ level: 'info', clock: { now: () => 1 }, write: () => {} });
  const recordRead = createReadRecorder({ append: () => Promise.reject(refusal) }, logger);
  await expect(recordRead(read)).rejects.toBe(refusal);
});

test('keeps the number of unrecorded reads while it cannot be recorded either', async () => {
  const events: NewAuditEvent[] = [];
  const faults = [true, true, false, true, false, false];
  const append = async (event: NewAuditEvent) => {
    if (faults.shift()) throw new Error('database or disk is full');
    events.push(event);
  };
  const logger = createLogger({ level: 'info', clock: { now: () => 1 }, write: () => {} });
  const recordRead = createReadRecorder({ append }, logger);
  for (let read_ = 0; read_ < 4; read_ += 1) await recordRead(read);
  expect(events.map(({ act, changes }) => [act, changes])).toEqual([
    ['execution.read', undefined],
    ['execution.read', undefined],
    ['audit.gap', { unrecordedReads: 2 }],
  ]);
});

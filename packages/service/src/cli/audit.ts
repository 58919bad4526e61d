import { auditActs } from '@vendor/contract/admin';
import type { AuditEvent } from '../audit/audit-event.ts';
import { withPlainReason } from '../executions/outcome/reveal-reason.ts';
import { viewMediaOf } from '../media/open-media.ts';
import { accountOption, type Call, type Command } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { openStores } from './open-stores.ts';
import type { Operator } from './operator.ts';
import { minuteOf, table, toIsoString } from './table.ts';
import { timeOf } from './time-option.ts';
import { verifyData } from './verify-data.ts';

const usualLimit = 50;
const maxLimit = 1000;

export const auditCommands: readonly Command[] = [
  {
    name: 'audit list',
    summary: 'Shows who did what, newest first.',
    operand: null,
    options: {
      account: accountOption,
      subject: { value: 'id', about: 'Acts on this execution, key, endpoint, workflow, list or account.' },
      since: { value: 'time', about: 'Acts from then on, such as 2026-11-27 or 2026-11-27T08:00:00Z.' },
      act: { value: 'act', about: 'Acts of this name, such as execution.decide.' },
      before: { value: 'place', about: 'Acts after this one: the last of the previous page.' },
      limit: { value: 'number', about: `How many at most; ${usualLimit} by default, ${maxLimit} at most.` },
    },
    notes: `Acts: ${auditActs.join(', ')}.
Acts that concern no account are in the chain "service": --account service. With --json, a line on standard error gives the
start of the next page, {"more":{"before":"<place>"}}; no line means that there is none.`,
    run: list,
  },
  {
    name: 'audit verify',
    summary:
      'Verifies that the audit trail and executions are as the service wrote them, and lists those that differ.',
    operand: null,
    options: {},
    notes: `Exits with 1 if something was changed or removed. Reads every event and every execution, and needs the master key. If the
trail is intact, it writes a checkpoint.`,
    run: verify,
  },
];

async function verify({ operator }: Call) {
  const media = viewMediaOf(operator.environment);
  return verifyData(await operator.database(), operator, { media, renewsCheckpoint: true });
}

async function list({ operator, text }: Call) {
  const limit = limitOf(text('limit'));
  const act = text('act');
  if (act !== undefined && !(auditActs as readonly string[]).includes(act))
    throw new UsageError(`"${act}" is not an act. Acts: ${auditActs.join(', ')}.`);
  const { audit } = await openStores(operator);
  const found = await audit.page({
    chain: text('account'),
    subjectId: text('subject'),
    act,
    since: timeOf('since', text('since')),
    before: parsePosition(text('before')),
    limit: limit + 1,
  });
  const events = await openReasons(operator, found.slice(0, limit));
  const last = found.length > limit ? events.at(-1) : undefined;
  const before = last && `${last.chain}:${last.seq}`;
  const rows = events.map((event) => [
    minuteOf(event.at),
    `${event.chain}:${event.seq}`,
    `${event.actorKind} ${event.actorId}`,
    event.act,
    event.subjectId === null ? '' : `${event.subjectKind} ${event.subjectId}`,
    event.mode ?? '',
    event.address ?? '',
    event.changes ?? '',
  ]);
  const headings = ['time', 'place', 'actor', 'act', 'subject', 'mode', 'from', 'changes'];
  const shown = table(headings, rows, 'No matching act was found.');
  return {
    data: events.map(entryOf),
    text: before === undefined ? shown : `${shown}\nThere are more: --before ${before}`,
    ...(before !== undefined && { more: { before } }),
  };
}

/** Decrypts the reasons for reveals, if the master key is available and the data was not purged. */
async function openReasons(operator: Operator, events: readonly AuditEvent[]): Promise<AuditEvent[]> {
  const reveals = events.filter(({ act }) => act === 'execution.reveal');
  if (reveals.length === 0) return [...events];
  const ids = [...new Set(reveals.map(({ subjectId }) => subjectId ?? ''))];
  const wrappedKeys = await (await openStores(operator)).wrappedKeys(ids);
  const keyOf = (id: string | null) => {
    const wrapped = wrappedKeys.get(id ?? '');
    try {
      return wrapped ? operator.vault().openDataKey(wrapped) : null;
    } catch {
      return null;
    }
  };
  return events.map((event) => {
    const changes = changesOf(event.changes);
    if (event.act !== 'execution.reveal' || typeof changes !== 'object' || changes === null) return event;
    const plain = withPlainReason(
      keyOf(event.subjectId),
      event.subjectId ?? '',
      changes as Record<string, unknown>,
    );
    return { ...event, changes: JSON.stringify(plain) };
  });
}

function entryOf({ at, changes, ...event }: AuditEvent) {
  return { ...event, at: toIsoString(at), changes: changesOf(changes) };
}

/** Parses the changes of an event. Returns the text itself if somebody changed it to something that is not JSON. */
function changesOf(changes: string | null): unknown {
  try {
    return JSON.parse(changes ?? 'null');
  } catch {
    return changes;
  }
}

function limitOf(text: string | undefined): number {
  const limit = Number(text ?? usualLimit);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    throw new UsageError(`--limit must be a number from 1 to ${maxLimit}, not "${text}".`);
  return limit;
}

function parsePosition(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, chain, seq] = /^(.+):(\d{1,15})$/.exec(text) ?? [];
  if (chain === undefined || seq === undefined)
    throw new CommandError(`"${text}" is not a position that "audit list" prints.`);
  return { chain, seq: Number(seq) };
}

import { type AdminAuditEvent, type AdminAuditPage, auditActs } from '@vendor/contract/admin';
import type { PersonActor } from '../../access/actor.ts';
import { type Act, findObstacle } from '../../access/find-obstacle.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import { type AuditEvent, changesIn } from '../../audit/audit-event.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { withPlainReason } from '../../executions/outcome/reveal-reason.ts';
import { dataKeyOf } from '../../executions/sealed-data.ts';
import { StateBrokenError } from '../../executions/state-broken-error.ts';
import { Refusal } from '../../refusal.ts';
import { SealBrokenError } from '../../secrets/sealed-box.ts';
import { type DataKey, WrongMasterKeyError } from '../../secrets/vault.ts';
import { shownUrl } from '../../webhooks/endpoints/endpoint-url.ts';
import { refuseAct } from '../refuse-act.ts';
import { type ActorNames, namedActor } from '../runs/actor-names.ts';
import type { AccountTrail, TrailFilter, TrailPlace, TrailRights } from './account-trail.ts';

export interface ListTrailServices extends Pick<ExecutionServices, 'store' | 'vault'> {
  readonly trail: AccountTrail;
  readonly names: ActorNames;
}

/** Keys that decrypt the reasons for reveals, by execution id. */
type ReasonKeys = ReadonlyMap<string, DataKey>;

/**
 * Lists the events in the trail of the person's account, newest first, as far as the person may see them.
 *
 * @param after - `next` of the previous page; null: the first page.
 * @throws {Refusal} FORBIDDEN, or INVALID_PARAMETER for another `after`.
 */
export async function listTrail(
  services: ListTrailServices,
  actor: PersonActor,
  filter: TrailFilter,
  after: string | null,
  limit: number,
): Promise<AdminAuditPage> {
  const { accountId } = actor;
  const shown = { ...filter, ...trailRights(actor) };
  const cursors = placeCursors(services.vault, accountId);
  const place = after === null ? null : cursors.open(after);
  const { events, next } = await services.trail.page({ accountId, filter: shown, after: place, limit });
  const keys = await reasonKeys(services, actor, events);
  return { events: await viewEvents(services, actor, events, keys), next: next && cursors.seal(next) };
}

/** Encrypts places, because one can be the time of an event that the person may not see, even of another account. */
function placeCursors({ derivedKey }: ListTrailServices['vault'], accountId: string) {
  const key = derivedKey('audit-place', accountId);
  return {
    seal: ({ at, seq }: TrailPlace) =>
      Buffer.from(key.seal(Buffer.from(`${at}.${seq}`), accountId)).toString('base64url'),
    open(cursor: string): TrailPlace {
      try {
        const text = Buffer.from(key.open(Buffer.from(cursor, 'base64url'), accountId)).toString();
        const [at = 0, seq = 0] = text.split('.').map(Number);
        return { at, seq };
      } catch (error) {
        if (!(error instanceof SealBrokenError)) throw error;
        throw new Refusal('INVALID_PARAMETER', 'Some query parameters have the wrong format.', [
          { parameter: 'after', code: 'INVALID_PARAMETER', detail: 'must be `next` of an earlier page' },
        ]);
      }
    },
  };
}

/** Determines which events a person may see. @throws {Refusal} FORBIDDEN if there are none. */
export function trailRights(actor: PersonActor): TrailRights {
  const { accountId } = actor;
  refuseAct(actor, 'audit.read', { accountId });
  return {
    modes: keyModes.filter((mode) => findObstacle(actor, 'audit.read', { accountId, mode }) === null),
    hiddenActs: auditActs.filter((act) => {
      const needed = readActOf(act);
      return needed !== null && findObstacle(actor, needed, { accountId }) !== null;
    }),
  };
}

/**
 * Returns the act that a person must be allowed to do to see an event, besides reading the trail: events about people and keys
 * tell no more than the settings do; null: none.
 */
function readActOf(act: string): Act | null {
  if (/^(person|invitation|session)\./.test(act) || act === 'account.second-step') return 'person.read';
  return act.startsWith('key.') ? 'key.read' : null;
}

/** Describes events, with the names of their actors and subjects. */
export async function viewEvents(
  { names, trail }: Pick<ListTrailServices, 'names' | 'trail'>,
  { accountId, modes }: PersonActor,
  events: readonly AuditEvent[],
  keys: ReasonKeys,
): Promise<AdminAuditEvent[]> {
  const idsOf = (...kinds: string[]) =>
    events.flatMap(({ subjectKind, subjectId }) =>
      subjectId !== null && kinds.includes(subjectKind ?? '') ? [subjectId] : [],
    );
  const actors = events.map(({ actorId }) => actorId);
  const [actorNames, subjectNames] = await Promise.all([
    names.namesOf(accountId, [...new Set([...actors, ...idsOf('key', 'person')])]),
    trail.subjectNames(accountId, [...new Set(idsOf('workflow', 'endpoint'))]),
  ]);
  return events.map((event) => ({
    seq: event.seq,
    at: toIsoString(event.at),
    by: namedActor({ kind: event.actorKind, id: event.actorId }, actorNames),
    act: event.act,
    subject: subjectOf(event, new Map([...actorNames, ...subjectNames])),
    mode: event.mode as KeyMode | null,
    changes: shownChanges(event, modes, keys),
    address: event.address,
  }));
}

function subjectOf(
  { subjectKind, subjectId }: AuditEvent,
  names: ReadonlyMap<string, string>,
): AdminAuditEvent['subject'] {
  if (subjectKind === null || subjectId === null) return null;
  const name = names.get(subjectId) ?? null;
  const isUrl = subjectKind === 'endpoint';
  return { kind: subjectKind, id: subjectId, name: name !== null && isUrl ? shownUrl(name) : name };
}

function shownChanges(
  event: AuditEvent,
  modes: readonly KeyMode[],
  keys: ReasonKeys,
): AdminAuditEvent['changes'] {
  if (event.changes === null) return null;
  const { subjectKind, subjectId, act } = event;
  const changes = changesIn(event);
  if (subjectKind === 'execution')
    return withPlainReason(keys.get(subjectId ?? '') ?? null, subjectId ?? '', changes);
  // An erasure concerns executions of both modes.
  if (act !== 'execution.erase' || modes.length === keyModes.length) return changes;
  const { ids: _, ...others } = changes;
  return others;
}

/**
 * Finds the keys of the executions whose reasons for reveals the person may read: not of purged or altered ones, and only if
 * the person may reveal their personal data.
 */
async function reasonKeys(
  { store, vault }: Pick<ListTrailServices, 'store' | 'vault'>,
  actor: PersonActor,
  events: readonly AuditEvent[],
): Promise<ReasonKeys> {
  const keys = new Map<string, DataKey>();
  const reveals = events.filter(({ act }) => act === 'execution.reveal');
  for (const id of new Set(reveals.map(({ subjectId }) => subjectId ?? ''))) {
    try {
      const execution = await store.find(id);
      if (!execution || findObstacle(actor, 'execution.reveal', execution) !== null) continue;
      const key = execution.dataPurgedAt === null ? dataKeyOf(vault, execution) : null;
      if (key) keys.set(id, key);
    } catch (error) {
      const isUnreadable =
        error instanceof StateBrokenError ||
        error instanceof SealBrokenError ||
        error instanceof WrongMasterKeyError;
      if (!isUnreadable) throw error;
    }
  }
  return keys;
}

/** Formats a time. A forged one beyond the range of dates becomes the nearest date. */
function toIsoString(time: number): string {
  const latest = 8.64e15;
  return new Date(Math.min(Math.max(Number(time) || 0, -latest), latest)).toISOString();
}

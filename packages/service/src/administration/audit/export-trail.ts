import { type AdminAuditEvent, maxExportedEvents } from '@vendor/contract/admin';
import type { PersonActor } from '../../access/actor.ts';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { Clock } from '../../clock.ts';
import type { TrailFilter, TrailPlace } from './account-trail.ts';
import { type ListTrailServices, trailRights, viewEvents } from './list-trail.ts';

export interface ExportTrailServices extends Pick<ListTrailServices, 'trail' | 'names'> {
  readonly clock: Clock;
  /** Adds an act to the audit trail. */
  readonly record: (act: NewAuditEvent) => Promise<void>;
}

/** Events of an export, newest first. `isCut`: older ones were left out. */
interface ExportedTrail {
  readonly events: readonly AdminAuditEvent[];
  readonly isCut: boolean;
}

/** Events per query. */
const perRead = 500;
/** Maximum number of queries, which also ends an export whose filter matches few of very many events. */
const maxReads = 100;

/**
 * Exports the events that {@link listTrail} lists, up to a maximum, and records the export. Leaves out the reasons for reveals:
 * a purge could not remove them from the file.
 *
 * @throws {Refusal} FORBIDDEN.
 */
export async function exportTrail(
  services: ExportTrailServices,
  actor: PersonActor,
  filter: TrailFilter,
): Promise<ExportedTrail> {
  const { accountId } = actor;
  const shown = { ...filter, ...trailRights(actor) };
  const events: AdminAuditEvent[] = [];
  let after: TrailPlace | null = null;
  for (let reads = 0; reads < maxReads; reads += 1) {
    const limit = Math.min(perRead, maxExportedEvents - events.length);
    const page = await services.trail.page({ accountId, filter: shown, after, limit });
    events.push(...(await viewEvents(services, actor, page.events, new Map())));
    after = page.next;
    if (after === null || events.length >= maxExportedEvents) break;
  }
  const isCut = after !== null;
  await services.record({
    actor,
    act: 'audit.export',
    at: services.clock.now(),
    accountId,
    subject: { kind: 'account', id: accountId },
    mode: null,
    changes: { rows: events.length, isCut, ...recordedFilter(filter, events.length > 0) },
  });
  return { events, isCut };
}

/**
 * Lists the filter for the audit trail. Leaves out ids that matched nothing: they may be any text that a person typed.
 */
function recordedFilter({ act, actorId, subjectId, from, to }: TrailFilter, hasMatched: boolean) {
  return {
    ...(act !== null && { filterAct: act }),
    ...(hasMatched && actorId !== null && { filterActor: actorId }),
    ...(hasMatched && subjectId !== null && { filterSubject: subjectId }),
    ...(from !== null && { filterFrom: from }),
    ...(to !== null && { filterTo: to }),
  };
}

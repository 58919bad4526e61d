import { idOfActor } from '../access/actor.ts';
import {
  type AuditEvent,
  type ChainHead,
  chainOf,
  hashAuditEvent,
  type NewAuditEvent,
} from './audit-event.ts';

/** Converts an act to the event that follows the last one of its chain. */
export function chainEvent(act: NewAuditEvent, last: ChainHead): AuditEvent {
  const { actor, subject, changes } = act;
  const event = {
    chain: chainOf(act),
    seq: last.seq + 1,
    at: act.at,
    actorKind: actor.kind,
    actorId: idOfActor(actor),
    act: act.act,
    subjectKind: subject?.kind ?? null,
    subjectId: subject?.id ?? null,
    mode: act.mode,
    changes: changes ? JSON.stringify(changes) : null,
    address: 'address' in actor ? actor.address : null,
    executionSeq: act.subjectSeq ?? null,
    previous: last.hash,
  };
  return { ...event, hash: hashAuditEvent(event) };
}

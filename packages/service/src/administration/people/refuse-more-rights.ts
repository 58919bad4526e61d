import type { Actor, PersonActor } from '../../access/actor.ts';
import { type Act, actsIn } from '../../access/find-obstacle.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import { Refusal } from '../../refusal.ts';
import type { Grant } from './person.ts';

/**
 * Refuses to grant rights that the actor lacks, because the actor could use the invitation link themselves, or the person could
 * grant the rights to the actor.
 *
 * @param before - current rights of the person, which may stay; null: none.
 * @throws {Refusal} FORBIDDEN.
 */
export function refuseMoreRights(actor: Actor, before: Grant | null, after: Grant): void {
  const lacked = findLackedData(actor, before, after);
  if (lacked !== null) throw beyond(`This would give rights to ${lacked}, which you do not have yourself.`);
}

/**
 * Refuses to change or remove a person with rights that the actor lacks, or how they sign in. Otherwise, the actor could take
 * these rights away, sign in as the person by a link for a new password, and wait until somebody gives the rights back.
 *
 * @param person - rights of a member, or those that an invited person is to have.
 * @throws {Refusal} FORBIDDEN.
 */
export function refuseStrongerPerson(actor: Actor, person: Grant): void {
  const lacked = findLackedData(actor, null, person);
  if (lacked !== null) throw beyond(`This person has rights to ${lacked}, which you do not have yourself.`);
}

function beyond(reason: string): Refusal {
  return new Refusal('FORBIDDEN', `${reason} Ask an owner who has them, or the operator of the service.`);
}

/** Finds data to which a person gains rights that the actor lacks: a mode, or pictures; null: none. */
function findLackedData(actor: Actor, before: Grant | null, after: Grant): string | null {
  if (actor.kind !== 'person') return null;
  const mode = after.modes.find((one) => !actor.modes.includes(one) && !before?.modes.includes(one));
  if (mode) return `${mode} mode`;
  if (after.pictures && !actor.pictures && !before?.pictures) return 'pictures';
  return lackedByRole(actor, before, after);
}

/** Finds the data to which a new role adds rights although the actor has none; null: there is no such data. */
function lackedByRole(actor: PersonActor, before: Grant | null, after: Grant): string | null {
  // An owner can grant their rights to anybody, so also to the actor.
  const becomesOwner = after.role === 'owner' && before?.role !== 'owner';
  if (becomesOwner && after.pictures && !actor.pictures) return 'pictures';
  for (const mode of keyModes) {
    const known = before ? actsOf(actor, before, mode) : [];
    const gained = actsOf(actor, after, mode).filter((act) => !known.includes(act));
    if (gained.length > 0 && !actor.modes.includes(mode)) return `${mode} mode`;
    if (gained.includes('media.read') && !actor.pictures) return 'pictures';
  }
  return null;
}

/** Lists the acts that a member of the actor's account may perform in one mode. */
function actsOf({ accountId }: PersonActor, grant: Grant, mode: KeyMode): Act[] {
  const member = { ...grant, kind: 'person', id: '', accountId, sessionId: '', address: null } as const;
  return actsIn(member, mode);
}

import type { Actor } from '../../access/actor.ts';
import { Refusal } from '../../refusal.ts';
import type { Grant } from './person.ts';

/** Rights to data: a {@link Grant} without its role. */
type DataRights = Pick<Grant, 'modes' | 'pictures'>;

/**
 * Refuses to grant rights to data that the actor lacks, because the actor could use the invitation link themselves.
 *
 * @param before - current rights of the person, which may stay; null: none.
 * @throws {Refusal} FORBIDDEN.
 */
export function refuseMoreRights(actor: Actor, before: DataRights | null, after: DataRights): void {
  if (actor.kind !== 'person') return;
  const mode = after.modes.find((one) => !actor.modes.includes(one) && !before?.modes.includes(one));
  const isBeyond = after.pictures && !actor.pictures && !before?.pictures;
  const lacked = mode ? `${mode} mode` : isBeyond ? 'pictures' : null;
  if (lacked === null) return;
  throw new Refusal(
    'FORBIDDEN',
    `You have no right to ${lacked} yourself, so you cannot grant it. Ask an owner who has it, or the operator of the service.`,
  );
}

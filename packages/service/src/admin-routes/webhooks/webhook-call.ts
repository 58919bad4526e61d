import type { PersonActor, PersonInMode } from '../../access/actor.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { oneOf } from '../../http/query.ts';

/** Mode of the executions that a call is about, as a query names it. */
export const mode = oneOf(keyModes);

/** @param wanted - undefined: live mode, if the person has the right to it. */
export function inMode(person: PersonActor, wanted: KeyMode | undefined): PersonInMode {
  const usual = person.modes.includes('live') ? 'live' : 'test';
  return { ...person, mode: wanted ?? usual };
}

/** The id of an endpoint or a delivery, as the address has it. */
export function idIn(context: RequestContext): string {
  return context.req.param('id') ?? '';
}

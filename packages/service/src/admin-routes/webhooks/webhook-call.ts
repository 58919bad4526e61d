import type { PersonActor, PersonInMode } from '../../access/actor.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { oneOf } from '../../http/query.ts';

/** Mode of the executions concerned, as a query parameter. */
export const mode = oneOf(keyModes);

/** Selects the mode of a call. @param wanted - undefined: live mode if the person may use it. */
export function inMode(person: PersonActor, wanted: KeyMode | undefined): PersonInMode {
  const usual = person.modes.includes('live') ? 'live' : 'test';
  return { ...person, mode: wanted ?? usual };
}

/** Reads the id of an endpoint or delivery from the path. */
export function idIn(context: RequestContext): string {
  return context.req.param('id') ?? '';
}

import type { AdminActor } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { nameOfActor } from '../../parts/trail/name-of-actor.ts';

/** Returns the name of an actor with the task of the service, because a filter shows the acts of only one task. */
export function distinctName(actor: AdminActor): string {
  const name = nameOfActor(actor);
  return actor.kind === 'system' ? `${name} (${wordsOfName(actor.id).toLowerCase()})` : name;
}

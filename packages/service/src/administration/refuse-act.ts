import type { Actor } from '../access/actor.ts';
import { type Act, type ActSubject, findObstacle } from '../access/find-obstacle.ts';
import { Refusal } from '../refusal.ts';

/** @throws {Refusal} FORBIDDEN where an actor may not do an act. */
export function refuseAct(actor: Actor, act: Act, subject: ActSubject): void {
  if (findObstacle(actor, act, subject) !== null)
    throw new Refusal('FORBIDDEN', 'You have no right to do this.');
}

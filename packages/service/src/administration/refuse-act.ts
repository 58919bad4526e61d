import type { Actor } from '../access/actor.ts';
import { type Act, type ActSubject, findObstacle } from '../access/find-obstacle.ts';
import { Refusal } from '../refusal.ts';

/** @throws {Refusal} FORBIDDEN if the actor may not carry out the act. */
export function refuseAct(actor: Actor, act: Act, subject: ActSubject): void {
  if (findObstacle(actor, act, subject) !== null)
    throw new Refusal('FORBIDDEN', 'You are not allowed to do this.');
}

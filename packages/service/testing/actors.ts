import type { OperatorActor } from '../src/access/actor.ts';

/** Somebody at the command line. */
export const operator: OperatorActor = { kind: 'operator', user: 'service' };

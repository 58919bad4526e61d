import type { OperatorActor } from '../src/access/actor.ts';

/** An operator at the command line. */
export const operator: OperatorActor = { kind: 'operator', user: 'service' };

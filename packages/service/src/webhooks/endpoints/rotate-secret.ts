import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { createEndpointSecret } from './endpoint-secrets.ts';
import type { EndpointStore, Rotation } from './endpoint-store.ts';

/** A secret that was given to an endpoint: it is nowhere else. */
export interface FreshSecret {
  readonly secret: string;
  /** When it was given. */
  readonly now: number;
}

/**
 * Gives an endpoint another secret; the one before signs beside it for a day.
 *
 * @param revision - that the endpoint must have; undefined: any.
 */
export async function rotateSecret(
  { endpoints, clock, actor }: { endpoints: EndpointStore; clock: Clock; actor: Actor },
  id: string,
  revision?: number,
): Promise<FreshSecret | Exclude<Rotation, 'rotated'>> {
  const now = clock.now();
  const secret = createEndpointSecret();
  const rotation = await endpoints.rotate({ id, fresh: secret, now, revision }, actor);
  return rotation === 'rotated' ? { secret, now } : rotation;
}

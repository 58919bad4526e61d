import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { createEndpointSecret } from './endpoint-secrets.ts';
import type { EndpointStore, Rotation } from './endpoint-store.ts';

/** A new signing secret of an endpoint. It cannot be read again. */
export interface FreshSecret {
  readonly secret: string;
  /** Time of the rotation. */
  readonly now: number;
}

/**
 * Gives an endpoint a new secret. Webhooks are also signed with the previous one for one more day.
 *
 * @param revision - revision that the endpoint must have; any if omitted.
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

import type { PersonActor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import { shownUrl } from '../../webhooks/endpoints/endpoint-url.ts';

/**
 * Returns the address of an endpoint as shown to a person of its account: without the query, and for people who may not see
 * endpoints without the path, because some receivers use a secret in it.
 */
export function shownAddress(actor: PersonActor, url: string): string {
  const { accountId } = actor;
  if (findObstacle(actor, 'endpoint.read', { accountId }) === null) return shownUrl(url);
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…`;
}

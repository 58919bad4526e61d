import type { PersonActor } from '../access/actor.ts';
import { type Act, findObstacle } from '../access/find-obstacle.ts';
import type { PeopleServices } from '../administration/people/people-services.ts';
import { readSession, requestTokenOf } from '../administration/people/read-session.ts';
import { requireRecentSignIn } from '../administration/people/recent-sign-in.ts';
import type { App, RequestContext } from '../http/app-environment.ts';
import { readCookie } from '../http/cookies.ts';
import { dataReply } from '../http/data-reply.ts';
import { endpoint } from '../http/endpoint.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { refuseOtherOrigin } from '../http/same-origin.ts';
import { Refusal, refuseHeader } from '../refusal.ts';
import type { AdminRoute } from './admin-route.ts';

/** Path of the Admin Panel's API. */
export const adminApi = '/admin-api/v1';

/** Parts that admit people. */
export interface AdminEdge {
  readonly people: PeopleServices;
  readonly limits: RateLimits;
}

/**
 * Serves the routes of the panel. Each request passes the same gate: same origin where it changes something, session (401), rate
 * limit (429), request token, and what the person may do at all (403); then the route reads it.
 */
export function serveAdmin(app: App, routes: readonly AdminRoute[], edge: AdminEdge): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const ofPath = routes.filter((route) => route.path === path);
    const handlers = ofPath.map((route) => [route.method, answering(route, edge)]);
    endpoint(app, `${adminApi}/${path}`, Object.fromEntries(handlers));
  }
}

function answering(route: AdminRoute, edge: AdminEdge) {
  return async (context: RequestContext): Promise<Response> => {
    const answer = await pass(route, edge, context);
    return answer instanceof Response ? answer : dataReply(context, answer);
  };
}

async function pass(route: AdminRoute, edge: AdminEdge, context: RequestContext): Promise<object | Response> {
  const isChange = route.method !== 'GET';
  if (isChange) refuseOtherOrigin(context);
  if (route.access === 'anyone') {
    edge.limits.countVisitor(context);
    return route.answer(context);
  }
  const person = await admit(edge, context, route.isAutomatic !== true);
  if (isChange) refuseWithoutToken(edge.people, context, person);
  if (route.access !== 'session') refuseAct(person, route.access);
  if (route.needsRecentSignIn) await requireRecentSignIn(edge.people.store, person, edge.people.clock.now());
  return route.answer(context, person);
}

async function admit(
  { people, limits }: AdminEdge,
  context: RequestContext,
  isActive: boolean,
): Promise<PersonActor> {
  const token = readCookie(context, 'admin');
  const address = limits.addressOf(context);
  const person = token === null ? null : await readSession(people, token, { address, isActive });
  if (person) {
    limits.countSession(context, `admin ${person.sessionId}`);
    return person;
  }
  limits.countGuess(context, 'session');
  throw new Refusal('UNAUTHORIZED', 'Nobody is signed in, or the session has ended.');
}

/** @throws {Refusal} FORBIDDEN: a page of another site can send a cookie, but cannot read the token. */
function refuseWithoutToken(people: PeopleServices, context: RequestContext, person: PersonActor): void {
  if (context.req.header('x-request-token') === requestTokenOf(people, person.sessionId)) return;
  throw refuseHeader('FORBIDDEN', 'x-request-token', 'must be the requestToken of the session');
}

/** @throws {Refusal} FORBIDDEN when the person may not do the act in any mode of theirs. */
function refuseAct(person: PersonActor, act: Act): void {
  if (person.modes.some((mode) => findObstacle(person, act, { mode }) === null)) return;
  throw new Refusal('FORBIDDEN', `Your role in this account may not do this (${act}).`);
}

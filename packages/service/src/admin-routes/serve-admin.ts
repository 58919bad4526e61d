import type { PersonActor } from '../access/actor.ts';
import { type Act, findObstacle } from '../access/find-obstacle.ts';
import type { PeopleServices } from '../administration/people/people-services.ts';
import { readSession, requestTokenOf } from '../administration/people/sign-in/read-session.ts';
import { requireRecentSignIn } from '../administration/people/sign-in/recent-sign-in.ts';
import type { App, RequestContext } from '../http/app-environment.ts';
import { jsonBodyBytes } from '../http/bodies/json-body.ts';
import { readBody } from '../http/bodies/read-body.ts';
import { readCookie } from '../http/cookies.ts';
import { compressedReply, dataReply } from '../http/data-reply.ts';
import { endpoint } from '../http/endpoint.ts';
import type { RateLimits } from '../http/limits/rate-limit.ts';
import { refuseOtherOrigin } from '../http/same-origin.ts';
import { Refusal, refuseHeader } from '../refusal.ts';
import type { AdminRoute } from './admin-route.ts';

/** Path of the Admin Panel's API. */
export const adminApi = '/admin-api/v1';

/** Parts that authenticate and limit requests. */
export interface AdminEdge {
  readonly people: PeopleServices;
  readonly limits: RateLimits;
}

/**
 * Serves the routes of the panel. Checks each request in this order before the route reads it: same origin if it changes
 * something, session (401), rate limit (429), request token, and the person's rights (403).
 */
export function serveAdmin(app: App, routes: readonly AdminRoute[], edge: AdminEdge): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const ofPath = routes.filter((route) => route.path === path);
    const handlers = ofPath.map((route) => [route.method, handlerOf(route, edge)]);
    endpoint(app, `${adminApi}/${path}`, Object.fromEntries(handlers));
  }
}

function handlerOf(route: AdminRoute, edge: AdminEdge) {
  return async (context: RequestContext): Promise<Response> => {
    const answer = await admitAndAnswer(route, edge, context);
    if (answer instanceof Response) return answer;
    const isCompressed = route.access !== 'anyone' && route.isCompressed;
    return isCompressed ? compressedReply(context, answer) : dataReply(context, answer);
  };
}

async function admitAndAnswer(
  route: AdminRoute,
  edge: AdminEdge,
  context: RequestContext,
): Promise<object | Response> {
  const isChange = route.method !== 'GET';
  if (isChange) refuseOtherOrigin(context);
  if (route.access === 'anyone') {
    edge.limits.countVisitor(context);
    return route.answer(context);
  }
  const admitted = await admit(edge, context, route.isAutomatic !== true);
  if (isChange) refuseWithoutToken(edge.people, context, admitted);
  if (route.access !== 'session') refuseAct(admitted, route.access);
  const person =
    isChange && hasBody(context.req.raw) ? await admitAfterBody(edge, context, admitted) : admitted;
  if (route.access !== 'session') refuseAct(person, route.access);
  if (route.needsRecentSignIn === true)
    await requireRecentSignIn(edge.people.store, person, edge.people.clock.now());
  return route.answer(context, person);
}

/**
 * Reads the whole body, then checks the session again, because rights may end, or the session be switched to another account,
 * during a slow upload.
 */
async function admitAfterBody(
  edge: AdminEdge,
  context: RequestContext,
  before: PersonActor,
): Promise<PersonActor> {
  const { raw } = context.req;
  const body = await readBody(raw, jsonBodyBytes);
  context.req.raw = new Request(raw.url, {
    method: raw.method,
    headers: raw.headers,
    body,
    signal: raw.signal,
  });
  const person = await personOf(edge, context, false);
  if (person?.accountId === before.accountId) return person;
  throw noSession();
}

function personOf({ people, limits }: AdminEdge, context: RequestContext, isActive: boolean) {
  const token = readCookie(context, 'admin');
  return token === null ? null : readSession(people, token, { address: limits.addressOf(context), isActive });
}

async function admit(edge: AdminEdge, context: RequestContext, isActive: boolean): Promise<PersonActor> {
  const person = await personOf(edge, context, isActive);
  if (person) {
    edge.limits.countSession(context, `admin ${person.sessionId}`);
    return person;
  }
  edge.limits.countGuess(context, 'session');
  throw noSession();
}

function noSession(): Refusal {
  return new Refusal('UNAUTHORIZED', 'You are not signed in, or your session has ended.');
}

/** Returns whether a request has a body, by its headers (RFC 9112, section 6.3). */
function hasBody({ headers }: Request): boolean {
  return headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0';
}

/**
 * Requires the request token: a page of another site can make the browser send the cookie, but cannot read the token. A page
 * that shows another account has the token of that account.
 *
 * @throws {Refusal} FORBIDDEN.
 */
function refuseWithoutToken(people: PeopleServices, context: RequestContext, person: PersonActor): void {
  if (context.req.header('x-request-token') === requestTokenOf(people, person)) return;
  throw refuseHeader('FORBIDDEN', 'x-request-token', 'must be the requestToken of the session');
}

/** @throws {Refusal} FORBIDDEN if the person may not do the act in any of their modes; SECOND_STEP_REQUIRED. */
function refuseAct(person: PersonActor, act: Act): void {
  if (person.modes.some((mode) => findObstacle(person, act, { mode }) === null)) return;
  if (person.mustAddSecondStep)
    throw new Refusal('SECOND_STEP_REQUIRED', 'This account requires a second step. Set one up first.');
  throw new Refusal('FORBIDDEN', `Your role in this account does not allow this (${act}).`);
}

import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import {
  adminAccountRequestSchema,
  adminConfirmRequestSchema,
  adminSessionSchema,
} from '@vendor/contract/admin';
import type { PersonActor } from '../../access/actor.ts';
import type { PeopleServices } from '../../administration/people/people-services.ts';
import { chooseAccount, confirmSession } from '../../administration/people/sign-in/change-session.ts';
import { endOwnSessions } from '../../administration/people/sign-in/end-session.ts';
import { showSession } from '../../administration/people/sign-in/show-session.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { formatCookie } from '../../http/cookies.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { RateLimits } from '../../http/limits/rate-limit.ts';
import { nothing } from '../../openapi/operation.ts';
import type { AdminRoute } from '../admin-route.ts';
import { passkeySite } from './passkey-site.ts';
import { originOf } from './request-origin.ts';

/** Creates the routes for the session of a signed-in person. */
export function sessionRoutes(people: PeopleServices, limits: RateLimits): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: 'session',
      access: 'session',
      operation: { summary: 'Show who is signed in', reply: adminSessionSchema },
      // The panel calls this at each start and at intervals, which does not count as activity of the person.
      isAutomatic: true,
      answer: (_context, person) => showSession(people, person),
    },
    {
      method: 'DELETE',
      path: 'session',
      access: 'session',
      operation: { summary: 'Sign out', reply: nothing },
      answer: (context, person) => signOut(people, context, person, 'this'),
    },
    {
      method: 'DELETE',
      path: 'sessions',
      access: 'session',
      operation: { summary: 'Sign out everywhere', reply: nothing },
      answer: (context, person) => signOut(people, context, person, 'all'),
    },
    {
      method: 'POST',
      path: 'session/account',
      access: 'session',
      operation: {
        summary: 'Switch to another account',
        body: adminAccountRequestSchema,
        reply: nothing,
      },
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        await chooseAccount(people, person, parseBody(adminAccountRequestSchema, body).accountId);
        return {};
      },
    },
    {
      method: 'POST',
      path: 'session/confirm',
      access: 'session',
      operation: {
        summary: 'Confirm the session with password and second step',
        body: adminConfirmRequestSchema,
        reply: nothing,
      },
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { passkey, ...typed } = parseBody(adminConfirmRequestSchema, body);
        const call = { ...typed, passkey: passkey as AuthenticationResponseJSON | undefined };
        await confirmSession(people, person, call, passkeySite(context), originOf(context, limits));
        return {};
      },
    },
  ];
}

/** Ends sessions of the person. Their device stays known, because that authorizes nothing. */
async function signOut(
  people: PeopleServices,
  context: RequestContext,
  person: PersonActor,
  which: 'this' | 'all',
): Promise<Response> {
  await endOwnSessions(people, person, which);
  const reply = dataReply(context, {});
  reply.headers.append('set-cookie', formatCookie(context, 'admin', '', 0));
  return reply;
}

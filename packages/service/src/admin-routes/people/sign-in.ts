import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import {
  type AdminSignedIn,
  adminAcceptRequestSchema,
  adminCodeRequestSchema,
  adminLinkRequestSchema,
  adminPasskeyChallengeSchema,
  adminPasskeySignInRequestSchema,
  adminSignedInSchema,
  adminSignInRequestSchema,
} from '@vendor/contract/admin';
import type { z } from 'zod';
import { openCredentials } from '../../administration/people/credentials.ts';
import { acceptInvitation } from '../../administration/people/invitations/accept-invitation.ts';
import { followLink } from '../../administration/people/invitations/follow-link.ts';
import type { PeopleServices } from '../../administration/people/people-services.ts';
import { enterCode } from '../../administration/people/second-step/enter-code.ts';
import { beginPasskeySignIn, signInByPasskey } from '../../administration/people/second-step/passkeys.ts';
import { createDeviceToken, deviceMs } from '../../administration/people/sign-in/device-token.ts';
import { type OpenedSession, sessionMs } from '../../administration/people/sign-in/open-session.ts';
import { signIn } from '../../administration/people/sign-in/sign-in.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { formatCookie, readCookie } from '../../http/cookies.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { RateLimits } from '../../http/limits/rate-limit.ts';
import type { AdminRoute } from '../admin-route.ts';
import { passkeySite } from './passkey-site.ts';
import { originOf } from './request-origin.ts';

/** Maximum size of the request body of a person who is not signed in, in bytes. */
const bodyBytes = 8 * 1024;

/** Creates the routes for people who are not signed in. */
export function signInRoutes(people: PeopleServices, limits: RateLimits): readonly AdminRoute[] {
  return [
    {
      method: 'POST',
      path: 'sign-in',
      access: 'anyone',
      operation: {
        summary: 'Sign in with e-mail address and password',
        body: adminSignInRequestSchema,
        reply: adminSignedInSchema,
      },
      async answer(context) {
        const call = await bodyOf(context, adminSignInRequestSchema);
        return signedIn(context, people, await signIn(people, call, originOf(context, limits)));
      },
    },
    {
      method: 'POST',
      path: 'sign-in/code',
      access: 'anyone',
      operation: {
        summary: 'Enter the code of the second step',
        body: adminCodeRequestSchema,
        reply: adminSignedInSchema,
      },
      async answer(context) {
        const { code } = await bodyOf(context, adminCodeRequestSchema);
        const call = { token: readCookie(context, 'admin'), code };
        return signedIn(context, people, await enterCode(people, call, originOf(context, limits)));
      },
    },
    {
      method: 'POST',
      path: 'sign-in/passkey/options',
      access: 'anyone',
      operation: {
        summary: 'Begin to sign in with a passkey',
        reply: adminPasskeyChallengeSchema,
      },
      answer: (context) => beginPasskeySignIn(people, passkeySite(context)),
    },
    {
      method: 'POST',
      path: 'sign-in/passkey',
      access: 'anyone',
      operation: {
        summary: 'Sign in with a passkey',
        body: adminPasskeySignInRequestSchema,
        reply: adminSignedInSchema,
      },
      async answer(context) {
        const { response } = await bodyOf(context, adminPasskeySignInRequestSchema);
        const answer = response as AuthenticationResponseJSON;
        const site = passkeySite(context);
        return signedIn(
          context,
          people,
          await signInByPasskey(people, site, answer, originOf(context, limits)),
        );
      },
    },
    {
      method: 'POST',
      path: 'sign-in/link',
      access: 'anyone',
      operation: {
        summary: 'Follow a one-time link',
        body: adminLinkRequestSchema,
        reply: adminSignedInSchema,
      },
      async answer(context) {
        const { token } = await bodyOf(context, adminLinkRequestSchema);
        const followed = await followLink(people, token, originOf(context, limits));
        if ('token' in followed) return signedIn(context, people, followed);
        const { invitation, member } = followed;
        const account = await people.store.account(invitation.accountId);
        return {
          next: 'password',
          invitation: {
            email: invitation.email,
            account: account?.name ?? '',
            role: invitation.role,
            mayHavePassword: member === null,
          },
        };
      },
    },
    {
      method: 'POST',
      path: 'invitations/accept',
      access: 'anyone',
      operation: {
        summary: 'Accept an invitation',
        body: adminAcceptRequestSchema,
        reply: adminSignedInSchema,
      },
      async answer(context) {
        const call = await bodyOf(context, adminAcceptRequestSchema);
        return signedIn(context, people, await acceptInvitation(people, call, originOf(context, limits)));
      },
    },
  ];
}

async function bodyOf<Schema extends z.ZodType>(
  context: RequestContext,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return parseBody(schema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY', { bytes: bodyBytes }));
}

/** Sends the session as a cookie that no script can read, replacing any session cookie of the browser. */
function signedIn(
  context: RequestContext,
  { vault }: PeopleServices,
  { session, token, person }: OpenedSession,
): Response {
  const isOpen = session.stage === 'open';
  const { totp, passkeys } = openCredentials(vault, person) ?? { totp: null, passkeys: [] };
  const secondSteps: AdminSignedIn['secondSteps'] = [
    ...(totp === null ? [] : (['app'] as const)),
    ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
  ];
  const data: AdminSignedIn = isOpen ? { next: 'done' } : { next: 'totp', secondSteps };
  const reply = dataReply(context, data);
  const seconds = (isOpen ? sessionMs.longest : sessionMs.code) / 1000;
  reply.headers.append('set-cookie', formatCookie(context, 'admin', token, seconds));
  if (isOpen) rememberDevice(context, reply, createDeviceToken(vault, person));
  return reply;
}

/** Sets the cookie that identifies a device of the person. */
export function rememberDevice(context: RequestContext, reply: Response, device: string): void {
  reply.headers.append('set-cookie', formatCookie(context, 'device', device, deviceMs / 1000));
}

import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  type AdminAppSetUp,
  type AdminOwnAccount,
  type AdminRecoveryCodes,
  adminAppConfirmRequestSchema,
  adminAppSetUpSchema,
  adminOwnAccountSchema,
  adminOwnNameRequestSchema,
  adminPasskeyCreationSchema,
  adminPasskeyRequestSchema,
  adminPasswordRequestSchema,
  adminRecoveryCodesSchema,
} from '@vendor/contract/admin';
import { z } from 'zod';
import { changeOwnName } from '../../administration/people/change-own-name.ts';
import type { PeopleServices } from '../../administration/people/people-services.ts';
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
  renewRecoveryCodes,
} from '../../administration/people/second-step/authenticator-app.ts';
import { addPasskey, beginPasskey, removePasskey } from '../../administration/people/second-step/passkeys.ts';
import { showOwnAccount } from '../../administration/people/show-own-account.ts';
import { changePassword } from '../../administration/people/sign-in/change-password.ts';
import { createDeviceToken } from '../../administration/people/sign-in/device-token.ts';
import { endOwnSessions } from '../../administration/people/sign-in/end-session.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { RateLimits } from '../../http/limits/rate-limit.ts';
import { nothing } from '../../openapi/operation.ts';
import type { AdminRoute } from '../admin-route.ts';
import { canHavePasskeys, passkeySite, siteName } from './passkey-site.ts';
import { originOf } from './request-origin.ts';
import { rememberDevice } from './sign-in.ts';

/** Creates the routes for a signed-in person's own account, in any role. */
export function ownAccountRoutes(people: PeopleServices, limits: RateLimits): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: 'person',
      access: 'session',
      operation: { summary: 'Show your own account', reply: adminOwnAccountSchema },
      async answer(context, person): Promise<AdminOwnAccount> {
        const { sessions, passkeys, requiredBy, ...own } = await showOwnAccount(people, person);
        return {
          ...own,
          requiredBy: [...requiredBy],
          canAddPasskey: canHavePasskeys(passkeySite(context).origin),
          passkeys: passkeys.map((passkey) => ({
            ...passkey,
            createdAt: toIsoString(passkey.createdAt),
            lastUsedAt: passkey.lastUsedAt === null ? null : toIsoString(passkey.lastUsedAt),
          })),
          sessions: sessions.map((session) => ({
            ...session,
            createdAt: toIsoString(session.createdAt),
            lastSeenAt: toIsoString(session.lastSeenAt),
          })),
        };
      },
    },
    {
      method: 'PATCH',
      path: 'person',
      access: 'session',
      operation: {
        summary: 'Change your name',
        body: adminOwnNameRequestSchema,
        reply: z.object({ name: z.string() }),
      },
      async answer(context, person) {
        const { name } = await bodyOf(context, adminOwnNameRequestSchema);
        await changeOwnName(people, person, name);
        return { name };
      },
    },
    {
      method: 'POST',
      path: 'person/password',
      access: 'session',
      operation: {
        summary: 'Change your password',
        body: adminPasswordRequestSchema,
        reply: nothing,
      },
      async answer(context, person) {
        const { current, password } = await bodyOf(context, adminPasswordRequestSchema);
        const call = { current, chosen: password };
        const changed = await changePassword(people, person, call, originOf(context, limits));
        const reply = dataReply(context, {});
        rememberDevice(context, reply, createDeviceToken(people.vault, changed));
        return reply;
      },
    },
    {
      method: 'POST',
      path: 'person/totp',
      access: 'session',
      operation: { summary: 'Begin to set up an authenticator app', reply: adminAppSetUpSchema },
      needsRecentSignIn: true,
      answer: (_context, person): Promise<AdminAppSetUp> => beginAuthenticatorApp(people, person, siteName),
    },
    {
      method: 'POST',
      path: 'person/totp/confirm',
      access: 'session',
      operation: {
        summary: 'Set up the authenticator app with one of its codes',
        body: adminAppConfirmRequestSchema,
        reply: adminRecoveryCodesSchema,
      },
      needsRecentSignIn: 'in-use-case',
      async answer(context, person): Promise<AdminRecoveryCodes> {
        const call = await bodyOf(context, adminAppConfirmRequestSchema);
        return recoveryCodesReply(await confirmAuthenticatorApp(people, person, call));
      },
    },
    {
      method: 'DELETE',
      path: 'person/totp',
      access: 'session',
      operation: { summary: 'Remove the authenticator app', reply: nothing },
      needsRecentSignIn: 'in-use-case',
      async answer(_context, person) {
        await removeAuthenticatorApp(people, person);
        return {};
      },
    },
    {
      method: 'POST',
      path: 'person/recovery-codes',
      access: 'session',
      operation: { summary: 'Create recovery codes', reply: adminRecoveryCodesSchema },
      needsRecentSignIn: 'in-use-case',
      async answer(_context, person): Promise<AdminRecoveryCodes> {
        return recoveryCodesReply(await renewRecoveryCodes(people, person));
      },
    },
    {
      method: 'POST',
      path: 'person/passkeys/options',
      access: 'session',
      operation: {
        summary: 'Begin to add a passkey',
        reply: adminPasskeyCreationSchema,
      },
      needsRecentSignIn: true,
      answer: (context, person) => beginPasskey(people, person, passkeySite(context)),
    },
    {
      method: 'POST',
      path: 'person/passkeys',
      access: 'session',
      operation: {
        summary: 'Add a passkey',
        body: adminPasskeyRequestSchema,
        reply: adminRecoveryCodesSchema,
      },
      needsRecentSignIn: 'in-use-case',
      async answer(context, person): Promise<AdminRecoveryCodes> {
        const { name, response } = await bodyOf(context, adminPasskeyRequestSchema);
        const call = { name, response: response as RegistrationResponseJSON };
        return recoveryCodesReply(await addPasskey(people, person, passkeySite(context), call));
      },
    },
    {
      method: 'DELETE',
      path: 'person/passkeys/:id',
      access: 'session',
      operation: { summary: 'Remove a passkey', reply: nothing },
      needsRecentSignIn: 'in-use-case',
      async answer(context, person) {
        await removePasskey(people, person, context.req.param('id') ?? '');
        return {};
      },
    },
    {
      method: 'DELETE',
      path: 'person/sessions',
      access: 'session',
      operation: { summary: 'End your other sessions', reply: nothing },
      async answer(_context, person) {
        await endOwnSessions(people, person, 'others');
        return {};
      },
    },
    {
      method: 'DELETE',
      path: 'person/sessions/:id',
      access: 'session',
      operation: { summary: 'End one of your sessions', reply: nothing },
      async answer(context, person) {
        await endOwnSessions(people, person, { id: context.req.param('id') ?? '' });
        return {};
      },
    },
  ];
}

async function bodyOf<Schema extends z.ZodType>(
  context: RequestContext,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return parseBody(schema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
}

function recoveryCodesReply(codes: readonly string[] | null): AdminRecoveryCodes {
  return { recoveryCodes: codes && [...codes] };
}

function toIsoString(time: number): string {
  return new Date(time).toISOString();
}

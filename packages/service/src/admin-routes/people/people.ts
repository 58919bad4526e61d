import {
  type AdminInvited,
  type AdminPeople,
  adminInvitedSchema,
  adminInviteRequestSchema,
  adminPeopleSchema,
  adminPersonChangeSchema,
  adminPersonSchema,
  adminSecondStepRequestSchema,
} from '@vendor/contract/admin';
import { z } from 'zod';
import type { PersonActor } from '../../access/actor.ts';
import type { Act } from '../../access/find-obstacle.ts';
import { changePerson, type PersonPlace, removePerson } from '../../administration/people/change-person.ts';
import { endSessionsOf, resetSecondStep } from '../../administration/people/help-person.ts';
import { invitationLink } from '../../administration/people/invitations/invitation-link.ts';
import { invitePerson, withdrawInvitation } from '../../administration/people/invitations/invite-person.ts';
import { listPeople } from '../../administration/people/list-people.ts';
import type { PeopleServices } from '../../administration/people/people-services.ts';
import type { Grant } from '../../administration/people/person.ts';
import { requireSecondStep } from '../../administration/people/second-step/require-second-step.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { nothing } from '../../openapi/operation.ts';
import type { AdminRoute, PersonRoute } from '../admin-route.ts';

/** Creates the routes for the people of an account. */
export function peopleRoutes(people: PeopleServices): readonly AdminRoute[] {
  /** Makes a route that removes something of a person, or removes the person from the account. */
  const removal = (
    path: string,
    access: Act,
    remove: (services: PeopleServices, actor: PersonActor, place: PersonPlace) => Promise<unknown>,
    more: Pick<PersonRoute, 'operation' | 'needsRecentSignIn'>,
  ): PersonRoute => ({
    method: 'DELETE',
    path,
    access,
    ...more,
    async answer(context, actor) {
      await remove(people, actor, placeIn(context, actor.accountId));
      return {};
    },
  });
  return [
    {
      method: 'GET',
      path: 'people',
      access: 'person.read',
      operation: { summary: 'List the people of the account', reply: adminPeopleSchema },
      async answer(_context, actor): Promise<AdminPeople> {
        const entries = await listPeople(people, actor, actor.accountId);
        return {
          requiresSecondStep: await people.store.requiresSecondStep(actor.accountId),
          people: entries.map(({ person, since, invitedUntil, lastSignInAt, ...entry }) => ({
            id: person.id,
            name: person.name,
            email: person.email,
            ...entry,
            modes: [...entry.modes],
            since: toIsoString(since),
            invitedUntil: invitedUntil === null ? null : toIsoString(invitedUntil),
            lastSignInAt: lastSignInAt === null ? null : toIsoString(lastSignInAt),
          })),
        };
      },
    },
    {
      method: 'POST',
      path: 'people/invitations',
      access: 'person.invite',
      operation: {
        summary: 'Invite a person',
        body: adminInviteRequestSchema,
        reply: adminInvitedSchema,
      },
      needsRecentSignIn: 'in-use-case',
      async answer(context, actor): Promise<AdminInvited> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const call = parseBody(adminInviteRequestSchema, body);
        const invited = await invitePerson(people, actor, { ...call, accountId: actor.accountId });
        return {
          id: invited.personId,
          link: invitationLink(context.get('ownAddress').publicUrl, invited.token),
          expiresAt: toIsoString(invited.invitation.expiresAt),
        };
      },
    },
    {
      method: 'PATCH',
      path: 'people/:personId',
      access: 'person.change',
      operation: {
        summary: 'Change the rights of a person',
        body: adminPersonChangeSchema,
        reply: adminPersonSchema.pick({ role: true, modes: true, pictures: true }),
      },
      needsRecentSignIn: 'in-use-case',
      async answer(context, actor) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { role, modes, pictures } = parseBody(adminPersonChangeSchema, body);
        const changes: Partial<Grant> = {
          ...(role && { role }),
          ...(modes && { modes }),
          ...(pictures !== undefined && { pictures }),
        };
        const after = await changePerson(people, actor, placeIn(context, actor.accountId), changes);
        return { role: after.role, modes: after.modes, pictures: after.pictures };
      },
    },
    removal('people/:personId', 'person.remove', removePerson, {
      operation: { summary: 'Remove a person from the account', reply: nothing },
      needsRecentSignIn: 'in-use-case',
    }),
    removal('people/:personId/invitation', 'person.invite', withdrawInvitation, {
      operation: { summary: 'Withdraw an invitation', reply: nothing },
    }),
    removal('people/:personId/sessions', 'person.change', endSessionsOf, {
      operation: { summary: 'Sign a person out', reply: nothing },
    }),
    removal('people/:personId/second-step', 'person.change', resetSecondStep, {
      operation: { summary: 'Reset the second step of a person', reply: nothing },
      needsRecentSignIn: 'in-use-case',
    }),
    {
      method: 'PUT',
      path: 'account/second-step',
      access: 'account.second-step',
      operation: {
        summary: 'Start or stop requiring a second step from everybody',
        body: adminSecondStepRequestSchema,
        reply: z.object({ required: z.boolean() }),
      },
      needsRecentSignIn: 'in-use-case',
      async answer(context, actor) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { required } = parseBody(adminSecondStepRequestSchema, body);
        await requireSecondStep(people, actor, actor.accountId, required);
        return { required };
      },
    },
  ];
}

function placeIn(context: RequestContext, accountId: string): PersonPlace {
  return { accountId, personId: (context.req.param('personId') ?? '').toLowerCase() };
}

function toIsoString(time: number): string {
  return new Date(time).toISOString();
}

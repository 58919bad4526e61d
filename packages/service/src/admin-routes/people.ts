import { adminInviteRequestSchema, adminPersonChangeSchema } from '@vendor/contract/admin';
import { changePerson, removePerson } from '../administration/people/change-person.ts';
import { invitationLink } from '../administration/people/invitation-link.ts';
import { invitePerson } from '../administration/people/invite-person.ts';
import { listPeople } from '../administration/people/list-people.ts';
import type { PeopleServices } from '../administration/people/people-services.ts';
import type { Grant } from '../administration/people/person.ts';
import type { RequestContext } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { parseBody } from '../http/parse-body.ts';
import type { AdminRoute } from './admin-route.ts';

/** Endpoints of the people of an account. */
export function peopleRoutes(people: PeopleServices): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: 'people',
      access: 'person.read',
      async answer(_context, actor) {
        const entries = await listPeople(people, actor, actor.accountId);
        return {
          people: entries.map(({ person, since, invitedUntil, ...entry }) => ({
            id: person.id,
            // Somebody who has not joined may be known elsewhere by a name that is not this account's to see.
            name: entry.state === 'member' ? person.name : '',
            email: person.email,
            ...entry,
            since: isoOf(since),
            invitedUntil: invitedUntil === null ? null : isoOf(invitedUntil),
          })),
        };
      },
    },
    {
      method: 'POST',
      path: 'people/invitations',
      access: 'person.invite',
      async answer(context, actor) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const call = parseBody(adminInviteRequestSchema, body);
        const invited = await invitePerson(people, actor, { ...call, accountId: actor.accountId });
        return {
          id: invited.person.id,
          link: invitationLink(context.get('ownAddress').publicUrl, invited.token),
          expiresAt: isoOf(invited.invitation.expiresAt),
        };
      },
    },
    {
      method: 'PATCH',
      path: 'people/:personId',
      access: 'person.change',
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
    {
      method: 'DELETE',
      path: 'people/:personId',
      access: 'person.remove',
      async answer(context, actor) {
        await removePerson(people, actor, placeIn(context, actor.accountId));
        return {};
      },
    },
  ];
}

function placeIn(context: RequestContext, accountId: string) {
  return { accountId, personId: (context.req.param('personId') ?? '').toLowerCase() };
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

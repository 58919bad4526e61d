import {
  type AdminCreatedKey,
  type AdminKey,
  type AdminKeyList,
  type AdminRotatedKey,
  adminCreatedKeySchema,
  adminKeyListSchema,
  adminKeyRequestSchema,
  adminKeyRotationRequestSchema,
  adminRotatedKeySchema,
} from '@vendor/contract/admin';
import { z } from 'zod';
import type { ApiKeyEntry } from '../../accounts/api-key.ts';
import {
  type CreatedKey,
  createKey,
  type KeyServices,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../administration/keys/administer-keys.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import type { AdminRoute } from '../admin-route.ts';

const hourMs = 3_600_000;

/** Creates the routes for API keys. */
export function keyRoutes(services: KeyServices): AdminRoute[] {
  return [
    {
      method: 'GET',
      path: 'keys',
      access: 'key.read',
      operation: { summary: 'List API keys', reply: adminKeyListSchema },
      async answer(_context, person): Promise<AdminKeyList> {
        return { keys: (await listKeys(services, person, person.accountId)).map(viewKey) };
      },
    },
    {
      method: 'POST',
      path: 'keys',
      access: 'key.create',
      operation: {
        summary: 'Create an API key',
        body: adminKeyRequestSchema,
        reply: adminCreatedKeySchema,
      },
      needsRecentSignIn: true,
      async answer(context, person): Promise<AdminCreatedKey> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { expiresAt, workflowIds, ...wanted } = parseBody(adminKeyRequestSchema, body);
        return viewCreation(
          await createKey(services, person, {
            ...wanted,
            accountId: person.accountId,
            workflowIds: workflowIds ?? null,
            expiresAt: expiresAt ? Date.parse(expiresAt) : null,
          }),
        );
      },
    },
    {
      method: 'POST',
      path: 'keys/:id/rotate',
      access: 'key.create',
      operation: {
        summary: 'Replace a key with one that has the same rights; the old key expires later',
        body: adminKeyRotationRequestSchema,
        reply: adminRotatedKeySchema,
      },
      needsRecentSignIn: true,
      async answer(context, person): Promise<AdminRotatedKey> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { overlapHours } = parseBody(adminKeyRotationRequestSchema, body);
        const id = context.req.param('id') ?? '';
        const rotated = await rotateKey(services, person, id, overlapHours * hourMs);
        const { revokedIds, workingIds } = rotated;
        return { ...viewCreation(rotated), revokedIds: [...revokedIds], workingIds: [...workingIds] };
      },
    },
    {
      method: 'DELETE',
      path: 'keys/:id',
      access: 'key.revoke',
      operation: { summary: 'Revoke an API key', reply: z.object({ revokedAt: z.iso.datetime() }) },
      async answer(context, person) {
        const revokedAt = await revokeKey(services, person, context.req.param('id') ?? '');
        return { revokedAt: new Date(revokedAt).toISOString() };
      },
    },
  ];
}

function viewCreation({ key, entry }: CreatedKey): AdminCreatedKey {
  return { key, entry: viewKey(entry) };
}

function viewKey({ accountId: _, ...key }: ApiKeyEntry): AdminKey {
  return {
    ...key,
    workflowIds: key.workflowIds && [...key.workflowIds],
    createdAt: toIsoString(key.createdAt),
    lastUsedAt: key.lastUsedAt === null ? null : toIsoString(key.lastUsedAt),
    expiresAt: key.expiresAt === null ? null : toIsoString(key.expiresAt),
    revokedAt: key.revokedAt === null ? null : toIsoString(key.revokedAt),
  };
}

function toIsoString(time: number): string {
  return new Date(time).toISOString();
}

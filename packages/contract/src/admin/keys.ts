import { z } from 'zod';

const time = z.iso.datetime();

/** An API key in a list, without its secret. */
export const adminKeySchema = z.object({
  id: z.string().meta({ description: 'Id of the key: its characters 9 to 20.' }),
  mode: z
    .enum(['live', 'test'])
    .meta({ description: 'live: real checks of real users; test: for trying out.' }),
  purpose: z.enum(['executions', 'webhooks']).meta({
    description: 'executions: starts, reads and decides executions; webhooks: manages endpoints.',
  }),
  name: z.string().nullable().meta({ description: 'Name of the key.' }),
  workflowIds: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Ids of the workflows that the key may use; null for all of the account.' }),
  createdAt: time.meta({ description: 'Time at which it was created.' }),
  lastUsedAt: time
    .nullable()
    .meta({ description: 'Time at which it was last used, to the minute; null if never.' }),
  expiresAt: time.nullable().meta({ description: 'Time at which it expires; null if it does not.' }),
  revokedAt: time.nullable().meta({ description: 'Time at which it was revoked; null if it was not.' }),
});
export type AdminKey = z.infer<typeof adminKeySchema>;

/** `data` of `GET keys`. */
export const adminKeyListSchema = z.object({
  keys: z.array(adminKeySchema).meta({ description: 'Keys, oldest first.' }),
});
export type AdminKeyList = z.infer<typeof adminKeyListSchema>;

/** Body of `POST keys`. */
export const adminKeyRequestSchema = z.object({
  mode: z.enum(['live', 'test']).meta({ description: 'live or test.' }),
  purpose: z
    .enum(['executions', 'webhooks'])
    .meta({ description: 'What the key may do, as for `purpose` of a key.' }),
  name: z
    .string()
    .trim()
    .min(1)
    .max(256)
    .meta({ description: 'Name of the key, for example where it is used.' }),
  workflowIds: z
    .array(z.uuid())
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .meta({ description: 'Ids of the workflows that the key may use; null for all of the account.' }),
  expiresAt: time
    .nullable()
    .optional()
    .meta({ description: 'Time at which it expires; null if it does not.' }),
});
export type AdminKeyRequest = z.infer<typeof adminKeyRequestSchema>;

/** Body of `POST keys/:id/rotate`. */
export const adminKeyRotationRequestSchema = z.object({
  overlapHours: z
    .int()
    .min(1)
    .max(720)
    .meta({ description: 'Hours for which the previous key stays valid.' }),
});
export type AdminKeyRotationRequest = z.infer<typeof adminKeyRotationRequestSchema>;

/** `data` of `POST keys`. */
export const adminCreatedKeySchema = z.object({
  key: z.string().meta({ description: 'The key itself, shown only once.' }),
  entry: adminKeySchema.meta({ description: 'The key as listed from now on.' }),
});
export type AdminCreatedKey = z.infer<typeof adminCreatedKeySchema>;

/** `data` of `POST keys/:id/rotate`. */
export const adminRotatedKeySchema = adminCreatedKeySchema.extend({
  revokedIds: z.array(z.string()).meta({
    description:
      'Ids of earlier replacements of the same key that were never used. They are revoked by this rotation.',
  }),
  workingIds: z.array(z.string()).meta({
    description: 'Ids of earlier replacements of the same key that were used. They stay valid: revoke them.',
  }),
});
export type AdminRotatedKey = z.infer<typeof adminRotatedKeySchema>;

import { z } from 'zod';

const time = z.iso.datetime();

/** An API key in a list, without its secret. */
export const adminKeySchema = z.object({
  id: z.string().meta({ description: 'Names the key; its characters 9 to 20.' }),
  mode: z
    .enum(['live', 'test'])
    .meta({ description: 'live: real checks of real users; test: for trying out.' }),
  purpose: z.enum(['executions', 'webhooks']).meta({
    description: 'executions: starts, reads and decides them; webhooks: looks after endpoints.',
  }),
  name: z.string().nullable().meta({ description: 'What its owner calls it.' }),
  workflowIds: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The workflows it is for; null: all of the account.' }),
  createdAt: time.meta({ description: 'When it was created.' }),
  lastUsedAt: time.nullable().meta({ description: 'When it was last used, to the minute; null: never.' }),
  expiresAt: time.nullable().meta({ description: 'When it ends by itself; null: never.' }),
  revokedAt: time.nullable().meta({ description: 'When it was revoked; null: it was not.' }),
});
export type AdminKey = z.infer<typeof adminKeySchema>;

/** `data` of `GET keys`. */
export const adminKeyListSchema = z.object({
  keys: z.array(adminKeySchema).meta({ description: 'The oldest first.' }),
});
export type AdminKeyList = z.infer<typeof adminKeyListSchema>;

/** Body of `POST keys`. */
export const adminKeyRequestSchema = z.object({
  mode: z.enum(['live', 'test']).meta({ description: 'live or test.' }),
  purpose: z.enum(['executions', 'webhooks']).meta({ description: 'What it may do.' }),
  name: z.string().trim().min(1).max(256).meta({ description: 'What you call it: where it is used, say.' }),
  workflowIds: z
    .array(z.uuid())
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .meta({ description: 'The workflows it is for; null: all of the account.' }),
  expiresAt: time.nullable().optional().meta({ description: 'When it ends by itself; null: never.' }),
});
export type AdminKeyRequest = z.infer<typeof adminKeyRequestSchema>;

/** Body of `POST keys/:id/rotate`. */
export const adminKeyRotationRequestSchema = z.object({
  overlapHours: z
    .int()
    .min(1)
    .max(720)
    .meta({ description: 'For how long the key before may still be used.' }),
});
export type AdminKeyRotationRequest = z.infer<typeof adminKeyRotationRequestSchema>;

/** `data` of `POST keys` and of a rotation. */
export const adminCreatedKeySchema = z.object({
  key: z.string().meta({ description: 'The key itself, told this once.' }),
  entry: adminKeySchema.meta({ description: 'The key as it is listed from now on.' }),
});
export type AdminCreatedKey = z.infer<typeof adminCreatedKeySchema>;

import { z } from 'zod';
import { linkLifetimeSeconds } from '../start.ts';

const modeSchema = z.enum(['live', 'test']);

/** One input that a share link can carry, as the form shows it. */
export const adminLinkFieldSchema = z.object({
  name: z.string().meta({ description: 'Name of the input in start requests, such as `user_dob`.' }),
  isRequired: z.boolean().meta({ description: 'Whether the workflow requires the input.' }),
  kind: z
    .enum(['text', 'lines', 'email', 'tel', 'date', 'number', 'url'])
    .meta({ description: 'Kind of form field. lines: a text of several lines.' }),
  maxLength: z.int().nullable().meta({ description: 'Maximum length of the text; null if there is none.' }),
  pattern: z
    .string()
    .nullable()
    .meta({ description: 'Regular expression that the text must match; null if there is none.' }),
  hint: z.string().meta({ description: 'Meaning and format of the input.' }),
});
export type AdminLinkField = z.infer<typeof adminLinkFieldSchema>;

/** `data` of `GET workflows/:id/link-form`. */
export const adminLinkFormSchema = z.object({
  isActive: z
    .boolean()
    .meta({ description: 'Whether the workflow is active. Links require an active workflow.' }),
  asksUser: z.boolean().meta({
    description:
      'False if the workflow asks the user for nothing, so that the page of the link only shows the result.',
  }),
  fields: z.array(adminLinkFieldSchema).meta({
    description: 'Inputs that the workflow requires or its conditions use, required ones first.',
  }),
});
export type AdminLinkForm = z.infer<typeof adminLinkFormSchema>;

const expiresIn = z
  .int()
  .min(linkLifetimeSeconds.min)
  .max(linkLifetimeSeconds.max)
  .optional()
  .meta({ description: 'Lifetime of the link, in seconds: 1 hour to 30 days, by default 7 days.' });

/** Body of `POST workflows/:id/links`. */
export const adminShareLinkRequestSchema = z.object({
  mode: modeSchema.meta({ description: 'Mode of the execution that the link starts.' }),
  inputs: z.record(z.string(), z.unknown()).meta({
    description: 'Inputs, as in a start request. If `user_id` is left out, a random one is used.',
  }),
  expiresIn,
});
export type AdminShareLinkRequest = z.infer<typeof adminShareLinkRequestSchema>;

/** Body of `POST executions/:id/link`. */
export const adminNewLinkRequestSchema = z.object({ expiresIn });
export type AdminNewLinkRequest = z.infer<typeof adminNewLinkRequestSchema>;

/** `data` of both replies. The link is shown once and cannot be read again. */
export const adminShareLinkSchema = z.object({
  executionId: z.uuid().meta({ description: 'Id of the started execution.' }),
  url: z
    .url()
    .meta({ description: 'Address for the user. Keep it secret: whoever has it can go through the flow.' }),
  expiresAt: z.iso.datetime().meta({ description: 'Time until which the user can finish.' }),
});
export type AdminShareLink = z.infer<typeof adminShareLinkSchema>;

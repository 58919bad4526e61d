import { z } from 'zod';
import { linkLifetimeSeconds } from '../start.ts';

const modeSchema = z.enum(['live', 'test']);

/** One input that a share link can carry, as the form shows it. */
export const adminLinkFieldSchema = z.object({
  name: z.string().meta({ description: 'Input as start requests call it, such as `user_dob`.' }),
  isRequired: z.boolean().meta({ description: 'The workflow does not start without it.' }),
  kind: z
    .enum(['text', 'lines', 'email', 'tel', 'date', 'number', 'url'])
    .meta({ description: 'How it is typed. lines: a text of several lines.' }),
  maxLength: z.int().nullable().meta({ description: 'Longest text; null: there is no such limit.' }),
  pattern: z
    .string()
    .nullable()
    .meta({ description: 'Regular expression that the text must match; null: any.' }),
  hint: z.string().meta({ description: 'What it means and how it is written.' }),
});
export type AdminLinkField = z.infer<typeof adminLinkFieldSchema>;

/** `data` of `GET workflows/:id/link-form`. */
export const adminLinkFormSchema = z.object({
  isActive: z.boolean().meta({ description: 'False: no link can be made before it is activated.' }),
  asksUser: z.boolean().meta({
    description: 'False: it asks the user for nothing, so that whoever follows the link finds it done.',
  }),
  fields: z.array(adminLinkFieldSchema).meta({
    description: 'Inputs that it requires or that its conditions ask for, required ones first.',
  }),
});
export type AdminLinkForm = z.infer<typeof adminLinkFormSchema>;

const expiresIn = z
  .int()
  .min(linkLifetimeSeconds.min)
  .max(linkLifetimeSeconds.max)
  .optional()
  .meta({ description: 'Lifetime of the link in seconds, 1 hour to 30 days; 7 days if left out.' });

/** Body of `POST workflows/:id/links`. */
export const adminShareLinkRequestSchema = z.object({
  mode: modeSchema.meta({ description: 'Mode of the execution that the link starts.' }),
  inputs: z.record(z.string(), z.unknown()).meta({
    description: 'As in a start request. A random `user_id` is made where it is left out.',
  }),
  expiresIn,
});
export type AdminShareLinkRequest = z.infer<typeof adminShareLinkRequestSchema>;

/** Body of `POST executions/:id/link`. */
export const adminNewLinkRequestSchema = z.object({ expiresIn });
export type AdminNewLinkRequest = z.infer<typeof adminNewLinkRequestSchema>;

/** `data` of both replies. The link is shown once and cannot be read again. */
export const adminShareLinkSchema = z.object({
  executionId: z.uuid().meta({ description: 'The execution that was started.' }),
  url: z
    .url()
    .meta({ description: 'Address for the user; a secret: whoever has it can go through the flow.' }),
  expiresAt: z.iso.datetime().meta({ description: 'Until when the user can finish.' }),
});
export type AdminShareLink = z.infer<typeof adminShareLinkSchema>;

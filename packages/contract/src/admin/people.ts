import { z } from 'zod';
import { lineText } from '../text.ts';
import { adminPasskeySignInRequestSchema } from './own-account.ts';

const roleSchema = z
  .enum(['owner', 'manager', 'analyst', 'developer', 'support', 'auditor'])
  .meta({ description: 'What the person may do in the account.' });
const modesSchema = z
  .array(z.enum(['live', 'test']))
  .min(1)
  .max(2)
  .refine((modes) => new Set(modes).size === modes.length, { error: 'must name each mode once' })
  .meta({ description: 'Modes whose executions the person may reach.' });
const picturesSchema = z
  .boolean()
  .meta({ description: 'Whether the person may look at pictures of users, where the role may.' });
const namedSchema = z.object({
  id: z.string().meta({ description: 'Its id.' }),
  name: z.string().meta({ description: 'Its name.' }),
});
const time = z.iso.datetime();
const tokenSchema = z.string().max(200).meta({ description: 'What stands behind # in the link.' });
const typedPasswordSchema = z.string().max(1024).meta({ description: 'The password.' });

/** Signs a person in. */
export const adminSignInRequestSchema = z.object({
  email: z.string().max(320).meta({ description: 'The e-mail address that they were invited by.' }),
  password: typedPasswordSchema,
});

/** Completes the second step of a sign-in. */
export const adminCodeRequestSchema = z.object({
  code: z.string().max(50).meta({ description: 'Six digits of the authenticator app, or a recovery code.' }),
});

/** Opens a one-time link. */
export const adminLinkRequestSchema = z.object({ token: tokenSchema });

/** The next step of a sign-in. */
export const adminSignedInSchema = z.object({
  next: z.enum(['done', 'totp', 'password']).meta({
    description:
      '`done`: the session is open. `totp`: sign-in/code is next. `password`: invitations/accept is next.',
  }),
  secondSteps: z
    .array(z.enum(['app', 'passkey']))
    .optional()
    .meta({ description: 'What the person has as second step, with `totp`; a recovery code works besides.' }),
  invitation: z
    .object({
      email: z.string().meta({ description: 'The e-mail address to sign in by.' }),
      account: z.string().meta({ description: 'Name of the account to join.' }),
      role: roleSchema,
      mayHavePassword: z.boolean().meta({
        description:
          'Whether somebody who signs in here already can join with their password. False: they are a member, and choose a new one.',
      }),
    })
    .optional()
    .meta({ description: 'What a link invites to, with `password`.' }),
});
export type AdminSignedIn = z.infer<typeof adminSignedInSchema>;

/** Accepts an invitation. */
export const adminAcceptRequestSchema = z.object({
  token: tokenSchema,
  name: lineText(100)
    .optional()
    .meta({ description: 'The name that colleagues see; needed with a new password.' }),
  password: typedPasswordSchema.meta({
    description: 'A new one of 12 characters or more; with `hasPassword` that which the person has.',
  }),
  hasPassword: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the person signs in here with the password already.' }),
});

/**
 * Asks for the password again before a sensitive act, in case the session was left open. A person who has a second step must
 * also complete it, by code or passkey.
 */
export const adminConfirmRequestSchema = z.object({
  password: typedPasswordSchema,
  code: adminCodeRequestSchema.shape.code.optional(),
  passkey: adminPasskeySignInRequestSchema.shape.response.optional(),
});
export type AdminConfirmRequest = z.input<typeof adminConfirmRequestSchema>;

/** Switches to another account of the person. */
export const adminAccountRequestSchema = z.object({
  accountId: z.string().max(100).meta({ description: 'The account, as the session lists them.' }),
});

/** The signed-in person and their permissions. */
export const adminSessionSchema = z.object({
  person: namedSchema
    .extend({ email: z.string().meta({ description: 'The e-mail address they sign in by.' }) })
    .meta({ description: 'Who is signed in.' }),
  account: namedSchema.meta({ description: 'The account that the session is in.' }),
  accounts: z.array(namedSchema).meta({ description: 'All accounts of the person.' }),
  role: roleSchema,
  modes: modesSchema,
  pictures: picturesSchema,
  acts: z.array(z.string()).meta({ description: 'Acts that the person may do, in one mode at least.' }),
  testActs: z
    .array(z.string())
    .meta({ description: 'Acts among them that the person may do in test mode alone.' }),
  requestToken: z
    .string()
    .meta({ description: 'Goes into the header X-Request-Token of what changes something.' }),
  isDevelopment: z.boolean().meta({ description: 'Whether the service runs with settings for development.' }),
  mustAddSecondStep: z.boolean().meta({
    description:
      'Whether the account requires a second step that the person has yet to set up: nothing else is allowed before.',
  }),
});
export type AdminSession = z.infer<typeof adminSessionSchema>;

/** A member of an account, or an invited person. */
export const adminPersonSchema = z.object({
  id: z.uuid().meta({ description: 'Names the person.' }),
  name: z.string().meta({ description: 'Empty until they have accepted an invitation.' }),
  email: z.string().meta({ description: 'The e-mail address they sign in by.' }),
  role: roleSchema,
  modes: modesSchema,
  pictures: picturesSchema,
  state: z.enum(['member', 'invited']).meta({ description: 'Invited: the link was not used yet.' }),
  since: time.meta({ description: 'When they joined or were invited.' }),
  invitedUntil: time
    .nullable()
    .meta({ description: 'When a link that was not used expires, or expired; null: there is none.' }),
  lastSignInAt: time
    .nullable()
    .meta({ description: 'When they last signed in to this account; null: not known.' }),
  secondStep: z.boolean().meta({ description: 'Whether a member has an authenticator app or passkey.' }),
});
export type AdminPerson = z.infer<typeof adminPersonSchema>;

export const adminPeopleSchema = z.object({
  people: z.array(adminPersonSchema).meta({ description: 'By e-mail address.' }),
  requiresSecondStep: z
    .boolean()
    .meta({ description: 'Whether everybody in the account needs a second step.' }),
});
export type AdminPeople = z.infer<typeof adminPeopleSchema>;

/** Invites a person to the account of the session. */
export const adminInviteRequestSchema = z.object({
  email: z.string().max(320).meta({ description: 'The e-mail address to sign in by.' }),
  role: roleSchema,
  modes: modesSchema,
  pictures: picturesSchema,
});
export type AdminInviteRequest = z.infer<typeof adminInviteRequestSchema>;

export const adminInvitedSchema = z.object({
  id: z.uuid().meta({ description: 'Names the person.' }),
  link: z.url().meta({ description: 'The one-time link to hand to them. It is shown this once.' }),
  expiresAt: time.meta({ description: 'The link can be used until then.' }),
});
export type AdminInvited = z.infer<typeof adminInvitedSchema>;

/** Changes a person. Members left out stay as they are. */
export const adminPersonChangeSchema = z.object({
  role: roleSchema.optional(),
  modes: modesSchema.optional(),
  pictures: picturesSchema.optional(),
});
export type AdminPersonChange = z.infer<typeof adminPersonChangeSchema>;

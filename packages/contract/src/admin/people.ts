import { z } from 'zod';
import { lineText } from '../text.ts';
import { adminPasskeySignInRequestSchema } from './own-account.ts';

const roleSchema = z
  .enum(['owner', 'manager', 'analyst', 'developer', 'support', 'auditor'])
  .meta({ description: 'Role of the person in the account.' });
const modesSchema = z
  .array(z.enum(['live', 'test']))
  .min(1)
  .max(2)
  .refine((modes) => new Set(modes).size === modes.length, { error: 'must name each mode once' })
  .meta({ description: 'Modes whose executions the person may access.' });
const picturesSchema = z
  .boolean()
  .meta({ description: 'Whether the person may see pictures of users, if the role may.' });
const namedSchema = z.object({
  id: z.string().meta({ description: 'Its id.' }),
  name: z.string().meta({ description: 'Its name.' }),
});
const time = z.iso.datetime();
const tokenSchema = z.string().max(200).meta({ description: 'Fragment of the link, after `#`.' });
const typedPasswordSchema = z.string().max(1024).meta({ description: 'The password.' });

/** Signs a person in. */
export const adminSignInRequestSchema = z.object({
  email: z.string().max(320).meta({ description: 'E-mail address that was invited.' }),
  password: typedPasswordSchema,
});

/** Completes the second step of a sign-in. */
export const adminCodeRequestSchema = z.object({
  code: z
    .string()
    .max(50)
    .meta({ description: 'Six-digit code of the authenticator app, or a recovery code.' }),
});

/** Opens a one-time link. */
export const adminLinkRequestSchema = z.object({ token: tokenSchema });

/** The next step of a sign-in. */
export const adminSignedInSchema = z.object({
  next: z.enum(['done', 'totp', 'password']).meta({
    description:
      'Next step. `done`: the session is open. `totp`: sign-in/code. `password`: invitations/accept.',
  }),
  secondSteps: z
    .array(z.enum(['app', 'passkey']))
    .optional()
    .meta({ description: 'Second steps of the person, with `totp`. A recovery code also works.' }),
  invitation: z
    .object({
      email: z.string().meta({ description: 'E-mail address for signing in.' }),
      account: z.string().meta({ description: 'Name of the account.' }),
      role: roleSchema,
      mayHavePassword: z.boolean().meta({
        description:
          'Whether a person who already signs in here can join with their password. False if they are a member and choose a new password.',
      }),
    })
    .optional()
    .meta({ description: 'Invitation of a link, with `password`.' }),
});
export type AdminSignedIn = z.infer<typeof adminSignedInSchema>;

/** Accepts an invitation. */
export const adminAcceptRequestSchema = z.object({
  token: tokenSchema,
  name: lineText(100)
    .optional()
    .meta({ description: 'Name shown to colleagues; required with a new password.' }),
  password: typedPasswordSchema.meta({
    description: 'New password, at least 12 characters; with `hasPassword`, the existing one.',
  }),
  hasPassword: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the password is that of an existing sign-in here.' }),
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
  accountId: z.string().max(100).meta({ description: 'Id of an account in the session.' }),
});

/** The signed-in person and their permissions. */
export const adminSessionSchema = z.object({
  person: namedSchema
    .extend({ email: z.string().meta({ description: 'E-mail address for signing in.' }) })
    .meta({ description: 'Signed-in person.' }),
  account: namedSchema.meta({ description: 'Current account of the session.' }),
  accounts: z.array(namedSchema).meta({ description: 'All accounts of the person.' }),
  role: roleSchema,
  modes: modesSchema,
  pictures: picturesSchema,
  acts: z.array(z.string()).meta({ description: 'Acts that the person may carry out in at least one mode.' }),
  testActs: z
    .array(z.string())
    .meta({ description: 'Acts among them that the person may carry out only in test mode.' }),
  requestToken: z
    .string()
    .meta({ description: 'Value for the header X-Request-Token of requests that change something.' }),
  isDevelopment: z.boolean().meta({ description: 'Whether the service runs with settings for development.' }),
  mustAddSecondStep: z.boolean().meta({
    description:
      'Whether the account requires a second step that the person has not set up. Nothing else is allowed until then.',
  }),
});
export type AdminSession = z.infer<typeof adminSessionSchema>;

/** A member of an account, or an invited person. */
export const adminPersonSchema = z.object({
  id: z.uuid().meta({ description: 'Id of the person.' }),
  name: z.string().meta({ description: 'Name; empty until an invitation was accepted.' }),
  email: z.string().meta({ description: 'E-mail address for signing in.' }),
  role: roleSchema,
  modes: modesSchema,
  pictures: picturesSchema,
  state: z
    .enum(['member', 'invited'])
    .meta({ description: 'State of the membership. Invited: the link has not been used yet.' }),
  since: time.meta({ description: 'Time at which the person joined or was invited.' }),
  invitedUntil: time
    .nullable()
    .meta({ description: 'Time at which an unused link expires or expired; null if there is none.' }),
  lastSignInAt: time
    .nullable()
    .meta({ description: 'Time of the last sign-in to this account; null if unknown.' }),
  secondStep: z.boolean().meta({ description: 'Whether a member has an authenticator app or passkey.' }),
});
export type AdminPerson = z.infer<typeof adminPersonSchema>;

export const adminPeopleSchema = z.object({
  people: z.array(adminPersonSchema).meta({ description: 'People, sorted by e-mail address.' }),
  requiresSecondStep: z
    .boolean()
    .meta({ description: 'Whether everybody in the account needs a second step.' }),
});
export type AdminPeople = z.infer<typeof adminPeopleSchema>;

/** Invites a person to the account of the session. */
export const adminInviteRequestSchema = z.object({
  email: z.string().max(320).meta({ description: 'E-mail address for signing in.' }),
  role: roleSchema,
  modes: modesSchema,
  pictures: picturesSchema,
});
export type AdminInviteRequest = z.infer<typeof adminInviteRequestSchema>;

export const adminInvitedSchema = z.object({
  id: z.uuid().meta({ description: 'Id of the person.' }),
  link: z.url().meta({ description: 'One-time link for the person. It is shown only once.' }),
  expiresAt: time.meta({ description: 'Time until which the link can be used.' }),
});
export type AdminInvited = z.infer<typeof adminInvitedSchema>;

/** Changes a person. Members left out stay as they are. */
export const adminPersonChangeSchema = z.object({
  role: roleSchema.optional(),
  modes: modesSchema.optional(),
  pictures: picturesSchema.optional(),
});
export type AdminPersonChange = z.infer<typeof adminPersonChangeSchema>;

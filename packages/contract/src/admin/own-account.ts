import { z } from 'zod';
import { lineText } from '../text.ts';

const time = z.iso.datetime();
const passwordSchema = z.string().max(1024);

/** A person's own account: sign-in methods and open sessions. */
export const adminOwnAccountSchema = z.object({
  name: z.string().meta({ description: 'The name that colleagues see.' }),
  email: z.string().meta({ description: 'The e-mail address they sign in by.' }),
  hasPassword: z.boolean().meta({ description: 'Whether a password is set.' }),
  hasAuthenticatorApp: z.boolean().meta({ description: 'Whether an authenticator app is set up.' }),
  recoveryCodesLeft: z.int().meta({ description: 'How many recovery codes were not used.' }),
  canAddPasskey: z.boolean().meta({
    description: 'Whether browsers keep passkeys for the address of the service: not where it is a number.',
  }),
  passkeys: z
    .array(
      z.object({
        id: z.string().meta({ description: 'Names the passkey.' }),
        name: z.string().meta({ description: 'What the person calls it.' }),
        createdAt: time.meta({ description: 'When it was added.' }),
        lastUsedAt: time.nullable().meta({ description: 'When it last signed in; null: not yet.' }),
      }),
    )
    .meta({ description: 'The oldest first.' }),
  requiredBy: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .meta({ description: 'Accounts of theirs that require a second step.' }),
  sessions: z
    .array(
      z.object({
        id: z.uuid().meta({ description: 'Names the session.' }),
        browser: z.string().nullable().meta({ description: 'Words for the browser; null: not known.' }),
        address: z.string().nullable().meta({ description: 'Where the sign-in came from; null: not known.' }),
        createdAt: time.meta({ description: 'When it began.' }),
        lastSeenAt: time.meta({ description: 'When it was last used, to the minute.' }),
        isCurrent: z.boolean().meta({ description: 'Whether it is the one that asks.' }),
      }),
    )
    .meta({ description: 'Sessions that are open, the newest first.' }),
});
export type AdminOwnAccount = z.infer<typeof adminOwnAccountSchema>;

/** Body of `PATCH person`. */
export const adminOwnNameRequestSchema = z.object({
  name: lineText(100).meta({ description: 'The name that colleagues see.' }),
});

/** Body of `POST person/password`. */
export const adminPasswordRequestSchema = z.object({
  current: passwordSchema.meta({ description: 'The password until now; empty where there is none.' }),
  password: passwordSchema.meta({ description: 'A new one of 12 characters or more.' }),
});
export type AdminPasswordRequest = z.infer<typeof adminPasswordRequestSchema>;

/** `data` of `POST person/totp`: an authenticator app that is being set up. */
export const adminAppSetUpSchema = z.object({
  secret: z.string().meta({ description: 'For typing into the app, told this once.' }),
  address: z.string().meta({ description: 'For a QR code that the app reads.' }),
  setUp: z.string().meta({ description: 'Goes back with the code that confirms it.' }),
});
export type AdminAppSetUp = z.infer<typeof adminAppSetUpSchema>;

/** Body of `POST person/totp/confirm`. */
export const adminAppConfirmRequestSchema = z.object({
  setUp: z.string().max(1000).meta({ description: 'As it was told.' }),
  code: z.string().max(20).meta({ description: 'Six digits that the app shows.' }),
});
export type AdminAppConfirmRequest = z.infer<typeof adminAppConfirmRequestSchema>;

/** `data` of routes that add a second step or create new recovery codes. */
export const adminRecoveryCodesSchema = z.object({
  recoveryCodes: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Told this once, each for one sign-in; null: those from before stay.' }),
});
export type AdminRecoveryCodes = z.infer<typeof adminRecoveryCodesSchema>;

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]*$/);

const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']));
const userVerification = z.enum(['required', 'preferred', 'discouraged']);
const knownPasskey = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: transports.optional(),
});

const challenge = z.string().meta({ description: 'What the passkey signs; base64url.' });
const timeout = z.int().optional().meta({ description: 'How long the browser should wait, in ms.' });

/** `data` of `POST person/passkeys/options` (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const adminPasskeyCreationSchema = z.object({
  challenge,
  rp: z
    .object({ id: z.string(), name: z.string() })
    .meta({ description: 'This service: its host name, and a name for people.' }),
  user: z
    .object({ id: z.string(), name: z.string(), displayName: z.string() })
    .meta({ description: 'The person, as their device lists the passkey.' }),
  pubKeyCredParams: z
    .array(z.object({ alg: z.int(), type: z.literal('public-key') }))
    .meta({ description: 'Algorithms that are taken, best first (COSE).' }),
  timeout,
  excludeCredentials: z
    .array(knownPasskey)
    .meta({ description: 'Passkeys there are: their devices make no other.' }),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['required', 'preferred', 'discouraged']),
      requireResidentKey: z.boolean(),
      userVerification,
    })
    .meta({ description: 'What the device must be able to do.' }),
  attestation: z.literal('none').meta({ description: 'The make of the device is not asked for.' }),
});

/** `data` of `POST sign-in/passkey/options` (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const adminPasskeyChallengeSchema = z.object({
  challenge,
  rpId: z.string().meta({ description: 'Host name of this service.' }),
  timeout,
  userVerification: userVerification.meta({
    description: 'Whether the device asks for a finger, a face or a PIN.',
  }),
});

/** Registration of a passkey by a browser (WebAuthn, RegistrationResponseJSON). Unknown members are dropped. */
const newPasskeySchema = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: transports.max(10).optional().catch([]),
  }),
});

/** Body of `POST person/passkeys`. */
export const adminPasskeyRequestSchema = z.object({
  name: lineText(60).meta({ description: 'What the person calls it.' }),
  response: newPasskeySchema.meta({ description: 'What the browser made of `person/passkeys/options`.' }),
});

/** Body of `POST sign-in/passkey`. */
export const adminPasskeySignInRequestSchema = z.object({
  response: z
    .object({
      id: base64url(1400),
      rawId: base64url(1400),
      type: z.literal('public-key'),
      clientExtensionResults: z.object({}),
      response: z.object({
        clientDataJSON: base64url(4000),
        authenticatorData: base64url(2000),
        signature: base64url(2000),
        userHandle: base64url(100).optional(),
      }),
    })
    .meta({ description: 'What the browser made of `sign-in/passkey/options`.' }),
});

/** Body of `PUT account/second-step`. */
export const adminSecondStepRequestSchema = z.object({
  required: z.boolean().meta({ description: 'Whether everybody in the account needs a second step.' }),
});

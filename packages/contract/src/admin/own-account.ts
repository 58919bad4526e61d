import { z } from 'zod';
import { lineText } from '../text.ts';

const time = z.iso.datetime();
const passwordSchema = z.string().max(1024);

/** A person's own account: sign-in methods and open sessions. */
export const adminOwnAccountSchema = z.object({
  name: z.string().meta({ description: 'Name shown to colleagues.' }),
  email: z.string().meta({ description: 'E-mail address for signing in.' }),
  hasPassword: z.boolean().meta({ description: 'Whether a password is set.' }),
  hasAuthenticatorApp: z.boolean().meta({ description: 'Whether an authenticator app is set up.' }),
  recoveryCodesLeft: z.int().meta({ description: 'Number of unused recovery codes.' }),
  canAddPasskey: z.boolean().meta({
    description: 'Whether passkeys can be used at the address of the service. Not if it is an IP address.',
  }),
  passkeys: z
    .array(
      z.object({
        id: z.string().meta({ description: 'Id of the passkey.' }),
        name: z.string().meta({ description: 'Name of the passkey.' }),
        createdAt: time.meta({ description: 'Time at which it was added.' }),
        lastUsedAt: time
          .nullable()
          .meta({ description: 'Time of the last sign-in with it; null if there was none.' }),
      }),
    )
    .meta({ description: 'Passkeys, oldest first.' }),
  requiredBy: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .meta({ description: 'Accounts of the person that require a second step.' }),
  sessions: z
    .array(
      z.object({
        id: z.uuid().meta({ description: 'Id of the session.' }),
        browser: z.string().nullable().meta({ description: 'Description of the browser; null if unknown.' }),
        address: z.string().nullable().meta({ description: 'IP address of the sign-in; null if unknown.' }),
        createdAt: time.meta({ description: 'Time of the sign-in.' }),
        lastSeenAt: time.meta({ description: 'Time at which it was last used, to the minute.' }),
        isCurrent: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
      }),
    )
    .meta({ description: 'Open sessions, newest first.' }),
});
export type AdminOwnAccount = z.infer<typeof adminOwnAccountSchema>;

/** Body of `PATCH person`. */
export const adminOwnNameRequestSchema = z.object({
  name: lineText(100).meta({ description: 'Name shown to colleagues.' }),
});

/** Body of `POST person/password`. */
export const adminPasswordRequestSchema = z.object({
  current: passwordSchema.meta({ description: 'Current password; empty if there is none.' }),
  password: passwordSchema.meta({ description: 'New password, at least 12 characters.' }),
});
export type AdminPasswordRequest = z.infer<typeof adminPasswordRequestSchema>;

/** `data` of `POST person/totp`: an authenticator app that is being set up. */
export const adminAppSetUpSchema = z.object({
  secret: z.string().meta({ description: 'Secret to type into the app, shown only once.' }),
  address: z.string().meta({ description: 'Address for a QR code that the app can scan.' }),
  setUp: z.string().meta({ description: 'Value to send back with the code that confirms the app.' }),
});
export type AdminAppSetUp = z.infer<typeof adminAppSetUpSchema>;

/** Body of `POST person/totp/confirm`. */
export const adminAppConfirmRequestSchema = z.object({
  setUp: z.string().max(1000).meta({ description: 'Value from the reply to `POST person/totp`.' }),
  code: z.string().max(20).meta({ description: 'Six-digit code of the app.' }),
});
export type AdminAppConfirmRequest = z.infer<typeof adminAppConfirmRequestSchema>;

/** `data` of routes that add a second step or create new recovery codes. */
export const adminRecoveryCodesSchema = z.object({
  recoveryCodes: z.array(z.string()).nullable().meta({
    description:
      'Recovery codes, shown only once, each valid for one sign-in; null if the previous ones stay valid.',
  }),
});
export type AdminRecoveryCodes = z.infer<typeof adminRecoveryCodesSchema>;

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/);

const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']));
const userVerification = z.enum(['required', 'preferred', 'discouraged']);
const knownPasskey = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: transports.optional(),
});

const challenge = z.string().meta({ description: 'Challenge that the passkey signs, in base64url.' });
const timeout = z.int().optional().meta({ description: 'Timeout for the browser, in ms.' });

/** `data` of `POST person/passkeys/options` (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const adminPasskeyCreationSchema = z.object({
  challenge,
  rp: z
    .object({ id: z.string(), name: z.string() })
    .meta({ description: 'This service: its host name and display name.' }),
  user: z
    .object({ id: z.string(), name: z.string(), displayName: z.string() })
    .meta({ description: 'The person, as shown in the list of passkeys on their device.' }),
  pubKeyCredParams: z
    .array(z.object({ alg: z.int(), type: z.literal('public-key') }))
    .meta({ description: 'Accepted algorithms (COSE), best first.' }),
  timeout,
  excludeCredentials: z
    .array(knownPasskey)
    .meta({ description: 'Existing passkeys, whose devices must not create another one.' }),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['required', 'preferred', 'discouraged']),
      requireResidentKey: z.boolean(),
      userVerification,
    })
    .meta({ description: 'Required capabilities of the device.' }),
  attestation: z
    .literal('none')
    .meta({ description: 'The service does not ask for attestation of the device.' }),
});

/** `data` of `POST sign-in/passkey/options` (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const adminPasskeyChallengeSchema = z.object({
  challenge,
  rpId: z.string().meta({ description: 'Host name of this service.' }),
  timeout,
  userVerification: userVerification.meta({
    description: 'Whether the device verifies the person by fingerprint, face or PIN.',
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
  name: lineText(60).meta({ description: 'Name of the passkey.' }),
  response: newPasskeySchema.meta({ description: 'Response of the browser to `person/passkeys/options`.' }),
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
    .meta({ description: 'Response of the browser to `sign-in/passkey/options`.' }),
});

/** Body of `PUT account/second-step`. */
export const adminSecondStepRequestSchema = z.object({
  required: z.boolean().meta({ description: 'Whether everybody in the account needs a second step.' }),
});

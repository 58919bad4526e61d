import { z } from 'zod';
import { clientInitResponseSchema } from './client-session.ts';
import { flowLookSchema } from './popup.ts';

/** Body of `POST client/handoff`: theme, language and texts of the flow on the phone. */
export const handOffRequestSchema = z.object({ look: flowLookSchema });
export type HandOffRequest = z.infer<typeof handOffRequestSchema>;

/** Lifetime of the address of a hand-off, in ms. */
export const handOffOfferMs = 10 * 60_000;

/** `data` of the reply to `POST client/handoff`. */
export const handOffOfferSchema = z.object({
  /** Address for the phone to open, usable once. The secret is in the fragment, which browsers do not send to servers. */
  url: z.url(),
  /** Shown on both devices, so that the user sees that they belong together. It grants nothing. */
  pairingCode: z.string().regex(/^\d{4}$/),
  expiresAt: z.iso.datetime(),
  /** Time from this reply to the expiry, in ms, by the clock of the service, because the device's clock may be wrong. */
  timeLeftMs: z.int().min(0),
});
export type HandOffOffer = z.infer<typeof handOffOfferSchema>;

/** Body of `POST client/handoff/invitation`, sent with `Authorization: Bearer <the secret>`. */
export const handOffVisitSchema = z.object({
  /** Nonce of the claim, created by the phone: base64url, 16–64 characters. */
  nonce: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
});
export type HandOffVisit = z.infer<typeof handOffVisitSchema>;

/**
 * `data` of the reply to `POST client/handoff/invitation`: what a phone shows before its user agrees. The request does not use
 * up the secret.
 */
export const handOffInvitationSchema = z.object({
  pairingCode: z.string().regex(/^\d{4}$/),
  /** Display name of the account that requests the verification; empty if it has none. */
  requester: z.string(),
  /** Whether this phone has already claimed the hand-off and is only reloading its page. */
  claimed: z.boolean(),
});
export type HandOffInvitation = z.infer<typeof handOffInvitationSchema>;

/** `data` of the reply to `POST client/init` with the secret of a hand-off. */
export const handOffClaimResponseSchema = clientInitResponseSchema.extend({
  handOff: z.object({ look: flowLookSchema }),
});
export type HandOffClaimResponse = z.infer<typeof handOffClaimResponseSchema>;

/** `data` of the reply to `POST client/handoff/take-back`: the page continues the flow itself, in this session. */
export const handOffReturnSchema = clientInitResponseSchema.pick({ sessionKey: true, state: true });
export type HandOffReturn = z.infer<typeof handOffReturnSchema>;

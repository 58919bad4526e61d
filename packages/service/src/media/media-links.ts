import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';
import type { Vault } from '../secrets/vault.ts';

/** Lifetime of a link to a captured picture or video, in ms. */
export const mediaLinkLifetimeMs = 15 * 60 * 1000;

/** Unverified parts of a link, as the request has them. */
export interface PresentedMediaLink {
  captureId: string;
  expires: string;
  signature: string;
}

export type MediaLinkVerdict = 'valid' | 'expired' | 'invalid';

/** Signs and verifies the time-limited links of `capturedMedia`. */
export interface MediaLinks {
  /** Signs a link to one capture, valid for 15 minutes from `now`. */
  sign(captureId: string, now: number): { url: string; expiresAt: number };
  /** Returns the same for links at another address of the service. */
  at(publicUrl: string): MediaLinks;
  /** Returns whether a link is ours and valid at `now`. */
  verify(link: PresentedMediaLink, now: number): MediaLinkVerdict;
}

/**
 * Creates links of the form `{publicUrl}/orchestration-api/v1/media/{captureId}?expires={ms}&signature={hash}`. The signature
 * covers capture and expiry, so a link cannot be changed to another capture or a later expiry.
 */
export function createMediaLinks(vault: Vault, publicUrl: string): MediaLinks {
  const computeSignature = (captureId: string, expires: string) =>
    vault.keyedHash('media-link', `${expires}.${captureId}`);

  return {
    sign(captureId, now) {
      const expiresAt = now + mediaLinkLifetimeMs;
      const url = new URL(`/orchestration-api/v1/media/${encodeURIComponent(captureId)}`, publicUrl);
      url.searchParams.set('expires', String(expiresAt));
      url.searchParams.set('signature', computeSignature(captureId, String(expiresAt)));
      return { url: url.href, expiresAt };
    },
    at: (other) => createMediaLinks(vault, other),
    verify({ captureId, expires, signature }, now) {
      if (!equalInConstantTime(signature, computeSignature(captureId, expires))) {
        return 'invalid';
      }
      return now < Number(expires) ? 'valid' : 'expired';
    },
  };
}

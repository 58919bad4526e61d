import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';
import type { Vault } from '../secrets/vault.ts';

/** How long a link to a captured picture or video is good. */
export const mediaLinkLifetimeMs = 15 * 60 * 1000;

/** Parts of a link as they came: nothing is trusted before {@link MediaLinks.verify}. */
export interface PresentedMediaLink {
  captureId: string;
  expires: string;
  signature: string;
}

export type MediaLinkVerdict = 'valid' | 'expired' | 'invalid';

/** Makes and checks the time-limited links of `capturedMedia`. */
export interface MediaLinks {
  /** A link to one capture that is good for 15 minutes from `now`. */
  sign(captureId: string, now: number): { url: string; expiresAt: number };
  /** The same for links of another address of the service. */
  at(publicUrl: string): MediaLinks;
  /** Whether a link is one of ours and still good at `now`. */
  verify(link: PresentedMediaLink, now: number): MediaLinkVerdict;
}

/**
 * Links of the form `{publicUrl}/orchestration-api/v1/media/{captureId}?expires={ms}&signature={hash}`. The signature
 * covers capture and expiry, so one cannot be turned into a link to another capture or a longer life.
 */
export function createMediaLinks(vault: Vault, publicUrl: string): MediaLinks {
  const signatureOf = (captureId: string, expires: string) =>
    vault.keyedHash('media-link', `${expires}.${captureId}`);

  return {
    sign(captureId, now) {
      const expiresAt = now + mediaLinkLifetimeMs;
      const url = new URL(`/orchestration-api/v1/media/${encodeURIComponent(captureId)}`, publicUrl);
      url.searchParams.set('expires', String(expiresAt));
      url.searchParams.set('signature', signatureOf(captureId, String(expiresAt)));
      return { url: url.href, expiresAt };
    },
    at: (other) => createMediaLinks(vault, other),
    verify({ captureId, expires, signature }, now) {
      if (!equalInConstantTime(signature, signatureOf(captureId, expires))) {
        return 'invalid';
      }
      return now < Number(expires) ? 'valid' : 'expired';
    },
  };
}

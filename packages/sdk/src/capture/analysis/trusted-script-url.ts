/** The part of Trusted Types that is used here. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

type Policy = ReturnType<TrustedTypes['createPolicy']>;

/**
 * Created once and kept, because a page may allow a policy name only once. Kept private to this module: any script that could
 * reach the policy could have its own Blobs trusted.
 */
let policy: Policy | undefined;

/**
 * Marks our own Blob URL as trusted if the page enforces Trusted Types; the page must allow the policy `vendor-orchestration`.
 */
export function trustedScriptUrl(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  policy ??= trustedTypes.createPolicy('vendor-orchestration', { createScriptURL: onlyBlobs });
  return policy.createScriptURL(url);
}

/** Rejects any URL that is not a Blob URL, because the SDK creates no others. */
function onlyBlobs(url: string): string {
  if (!url.startsWith('blob:')) throw new TypeError('Not a Blob URL.');
  return url;
}

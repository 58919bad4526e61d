/** The part of Trusted Types that is used here. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

type Policy = ReturnType<TrustedTypes['createPolicy']>;

/**
 * A page allows a policy of one name to be made once, so it is kept for as long as the page lives. Kept here and nowhere else:
 * where another copy of the SDK could find it, any script could have Blobs of its own vouched for.
 */
let policy: Policy | undefined;

/** Vouches for our own Blob address where the page demands Trusted Types; it allows the policy `vendor-orchestration`. */
export function trustedScriptUrl(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  policy ??= trustedTypes.createPolicy('vendor-orchestration', { createScriptURL: onlyBlobs });
  return policy.createScriptURL(url);
}

/** Rejects any URL that is not a Blob's, because it is not ours. */
function onlyBlobs(url: string): string {
  if (!url.startsWith('blob:')) throw new TypeError('Only addresses of Blobs are vouched for.');
  return url;
}

/** The nonces that starts are told apart by. */
export interface StartNonces {
  /** The nonce for a start with this token: a new one, unless an earlier start with it was closed without an answer. */
  take(token: string): string;
  /** The service has answered: the next start is another one. */
  spend(token: string): void;
}

/**
 * A page that starts, closes and starts again at once (as React's StrictMode does) may have its first request arrive
 * after its second. With one nonce for both they are one start to the service, and neither takes the session from the
 * other.
 */
export function startNonces(create: () => string = randomNonce): StartNonces {
  const unanswered = new Map<string, string>();
  return {
    take(token) {
      const nonce = unanswered.get(token) ?? create();
      unanswered.set(token, nonce);
      return nonce;
    },
    spend(token) {
      unanswered.delete(token);
    },
  };
}

/** 128 random bits, as 16 numbers in the letters that the service takes: 31 to 63 characters. */
export function randomNonce(): string {
  return crypto.getRandomValues(new Uint8Array(16)).join('_');
}

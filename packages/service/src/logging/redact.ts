const hidden = '[redacted]';
const longestText = 300;

/** Names under which secrets and personal data travel: `inputs`, headers, tokens. */
const secretName =
  /(pass|secret|token|authorization|cookie|credential|signature|nonce|api[-_]?key|session[-_]?key|master[-_]?key|e-?mail|phone|name$|dob|birth|address|^ip$|^ip[-_]|[-_]ip$|inputs|body|mrz|document[-_]?number)/i;
/** Names that only look like those. */
const harmlessName = /^(hostname|name|eventName|workflowName)$/;

/** Patterns of secrets and personal details, wherever they stand. */
const secretShapes: readonly RegExp[] = [
  // API keys and webhook secrets carry their own mark.
  /\b(vo_(live|test)|whsec)_[A-Za-z0-9+/=_-]+/g,
  /\bBearer\s+\S+/gi,
  // Tokens, keyed hashes and signatures: 43 base64url characters or more in one run.
  /[A-Za-z0-9_-]{43,}=*/g,
  // The query and fragment of a URL, because media links carry secrets.
  /(?<=https?:\/\/[^\s?#]{1,500})[?#]\S+/g,
  // Credentials in an address.
  /(?<=https?:\/\/)[^\s/@]+@/g,
  /[^\s@"'<>=:,;]+@[^\s@"'<>,;]+\.[A-Za-z]{2,}/g,
  // Phone numbers with their country code.
  /\+\d[\d -]{6,17}\d/g,
  // Lines of a machine readable zone.
  /[A-Z0-9<]*<{2,}[A-Z0-9<]*/g,
];

/** A text without anything that looks like a secret or a personal detail, and not too long. */
export function redactText(text: string): string {
  // Cut first so that a long text costs little; far enough behind the final cut that no cut secret is shown.
  const start = text.slice(0, longestText * 5);
  const redacted = secretShapes.reduce((kept, shape) => kept.replace(shape, hidden), start);
  return redacted.length > longestText ? `${redacted.slice(0, longestText)}…` : redacted;
}

/** The value of a named field as it may be logged: hidden when the name says secret or personal. */
export function redactValue<Value extends string | number | boolean | null>(
  name: string,
  value: Value,
): Value | string {
  if (typeof value === 'boolean' || value === null) return value;
  if (secretName.test(name) && !harmlessName.test(name)) return hidden;
  return typeof value === 'string' ? redactText(value) : value;
}

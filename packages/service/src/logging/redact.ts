const hidden = '[redacted]';
const maxLength = 300;

/** Matches the names of fields with secrets or personal data, such as `inputs`, headers and tokens. */
const secretName =
  /(pass|secret|token|authorization|cookie|credential|signature|nonce|api[-_]?key|session[-_]?key|master[-_]?key|e-?mail|phone|name$|dob|birth|address|^ip$|^ip[-_]|[-_]ip$|inputs|body|mrz|document[-_]?number)/i;
/** Matches the exceptions to {@link secretName}, whose values are harmless. */
const harmlessName = /^(hostname|name|eventName|workflowName)$/;

/** Patterns of secrets and personal data. */
const secretShapes: readonly RegExp[] = [
  // API keys and webhook secrets have a prefix.
  /\b(vo_(live|test)|whsec)_[A-Za-z0-9+/=_-]+/g,
  /\bBearer\s+\S+/gi,
  // Tokens, keyed hashes and signatures: 43 or more base64url characters in a row.
  /[A-Za-z0-9_-]{43,}=*/g,
  // Query and fragment of a URL, because media links contain secrets.
  /(?<=https?:\/\/[^\s?#]{1,500})[?#]\S+/g,
  // Credentials in a URL.
  /(?<=:\/\/)[^\s/@]+@/g,
  /[^\s@"'<>=:,;]+@[^\s@"'<>,;]+\.[A-Za-z]{2,}/g,
  // Phone numbers with their country code.
  /\+\d[\d -]{6,17}\d/g,
  // Lines of a machine-readable zone.
  /[A-Z0-9<]*<{2,}[A-Z0-9<]*/g,
];

/** Replaces everything in a text that looks like a secret or personal data, and shortens the text. */
export function redactText(text: string): string {
  // Cuts first, so that a long text costs little. Hides the word at this cut, because a truncated secret may not match its
  // pattern.
  const start = text.length > maxLength * 5 ? text.slice(0, maxLength * 5).replace(/\S+$/, hidden) : text;
  const redacted = secretShapes.reduce((kept, shape) => kept.replace(shape, hidden), start);
  return redacted.length > maxLength ? `${redacted.slice(0, maxLength)}…` : redacted;
}

/** Redacts the value of a named field: completely if the name suggests a secret or personal data. */
export function redactValue<Value extends string | number | boolean | null>(
  name: string,
  value: Value,
): Value | string {
  if (typeof value === 'boolean' || value === null) return value;
  if (secretName.test(name) && !harmlessName.test(name)) return hidden;
  return typeof value === 'string' ? redactText(value) : value;
}

/** A version that names exactly one release (semver.org), such as `1.4.0` or `2.0.0-beta.1`. */
const exactVersion = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*)?$/;

/** Returns whether a text is an exact version, which is also a safe folder name. */
export function isExactVersion(text: string): boolean {
  return text.length <= 64 && exactVersion.test(text);
}

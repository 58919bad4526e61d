/**
 * Serialises plain data to JSON, ignoring any `toJSON` that the page has added to arrays or objects. That of Prototype.js, for
 * example, turns arrays into strings. A replacer runs after `toJSON`, but still finds the original value in its holder
 * (ECMAScript, "SerializeJSONProperty").
 */
export function toJson(data: unknown): string {
  return JSON.stringify(data, function (this: Record<string, unknown>, name) {
    return this[name];
  });
}

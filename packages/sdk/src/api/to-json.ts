/**
 * Serialises plain data to JSON, whatever `toJSON` the page has added to arrays or objects, such as that of Prototype.js, which
 * makes strings of arrays. A replacer runs after `toJSON`, but still finds the original value in its holder (ECMAScript,
 * "SerializeJSONProperty").
 */
export function toJson(data: unknown): string {
  return JSON.stringify(data, function (this: Record<string, unknown>, name) {
    return this[name];
  });
}

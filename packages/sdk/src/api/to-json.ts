/**
 * Plain data as JSON, whatever the page has taught arrays or objects to become of it: the `toJSON` that Prototype.js gives
 * arrays makes texts of them. A replacer is asked after that, and still finds the value itself in what holds it (ECMAScript,
 * "SerializeJSONProperty").
 */
export function toJson(data: unknown): string {
  return JSON.stringify(data, function (this: Record<string, unknown>, name) {
    return this[name];
  });
}

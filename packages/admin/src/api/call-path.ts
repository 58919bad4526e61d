type Value = string | number | boolean;

/**
 * Returns the path of a call below `/admin-api/v1/`. It must contain no personal data.
 *
 * @param template - such as `/keys/{id}`.
 * @param query - members that are undefined are left out.
 */
export function callPath(
  template: string,
  path: Readonly<Record<string, Value>> = {},
  query: Readonly<Record<string, Value | undefined>> = {},
): string {
  const place = template.slice(1).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? place : `${place}?${new URLSearchParams(given)}`;
}

type Value = string | number | boolean;

/**
 * Path of a call below `/admin-api/v1/`; nothing personal may stand in it.
 *
 * @param template - such as `/keys/{id}`. @param query - what is undefined is left out.
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

import type { ColourName, Scheme } from '@vendor/ui';

export type { ColourName, Scheme };

/** Path of a value, such as `light.baseAccent`; empty for the whole theme. */
export type ThemePath =
  | ''
  | Scheme
  | `${Scheme}.${ColourName | 'logoUrl'}`
  | 'fontFamily'
  | 'fontUrl'
  | 'fontWeight';

/**
 * Reads one value: null if it is missing or unusable.
 *
 * @param parse - converts a text, or returns null.
 * @param maxLength - maximum length of the text, in UTF-16 units.
 */
export type ReadValue = <T>(
  path: ThemePath,
  parse: (text: string) => T | null,
  maxLength?: number,
) => T | null;

/**
 * Creates a reader of the page's theme, which may be any value. Reads objects and values once, so that the checked value is the
 * used one, whatever getters and proxies return later. Only own members count, and only strings and numbers; `null` and
 * `undefined` count as missing. Never throws.
 *
 * @param onUnusable - called with the path of each unusable value.
 */
export function themeReader(config: unknown, onUnusable: (path: ThemePath) => void): ReadValue {
  const objectAt = (value: unknown, path: ThemePath): object => {
    if (typeof value === 'object') return value ?? {};
    if (value !== undefined) onUnusable(path);
    return {};
  };
  const theme = objectAt(config, '');
  const owners: Readonly<Record<string, object>> = {
    light: objectAt(readMember(theme, 'light'), 'light'),
    dark: objectAt(readMember(theme, 'dark'), 'dark'),
  };
  return (path, parse, maxLength = 64) => {
    const [name = '', scheme = ''] = path.split('.').reverse();
    const value = readMember(owners[scheme] ?? theme, name);
    if (value === undefined || value === null) return null;
    const text = typeof value === 'number' ? `${value}` : value;
    const usable = typeof text === 'string' && text.length <= maxLength ? parse(text) : null;
    if (usable === null) onUnusable(path);
    return usable;
  };
}

/** Marks an unusable value; a theme never contains it. */
const unusable = Symbol.iterator;

/**
 * Reads an own member. Returns `unusable` if reading throws, or the member belongs to a class; members of `Object.prototype`
 * count as missing.
 */
function readMember(owner: object, name: string): unknown {
  try {
    if (Reflect.getOwnPropertyDescriptor(owner, name)) return Reflect.get(owner, name);
    return name in owner && !(name in Object.prototype) ? unusable : undefined;
  } catch {
    return unusable;
  }
}

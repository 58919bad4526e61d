import type { ColourName, Scheme } from '@vendor/ui';

export type { ColourName, Scheme };

/** Path of a value, such as `light.baseAccent`; the empty text is the whole theme. */
export type ThemePath =
  | ''
  | Scheme
  | `${Scheme}.${ColourName | 'logoUrl'}`
  | 'fontFamily'
  | 'fontUrl'
  | 'fontWeight';

/**
 * Reads one value: null when it is missing, or cannot be used.
 *
 * @param parse - makes something of a text, or null.
 * @param longest - the longest text that is looked at, in UTF-16 units.
 */
export type ReadValue = <T>(path: ThemePath, parse: (text: string) => T | null, longest?: number) => T | null;

/**
 * Reads what a page gave as its theme, whatever that is. Objects and values are asked for once, so that what is checked is
 * what is used, whatever getters and proxies would answer the second time. Only own members count, and of those only texts
 * and numbers; `null` and `undefined` count as missing. Never throws.
 *
 * @param onUnusable - hears of each place where something stands that cannot be used.
 */
export function themeReader(config: unknown, onUnusable: (path: ThemePath) => void): ReadValue {
  const objectAt = (value: unknown, path: ThemePath): object => {
    if (typeof value === 'object') return value ?? {};
    if (value !== undefined) onUnusable(path);
    return {};
  };
  const theme = objectAt(config, '');
  const owners: Readonly<Record<string, object>> = {
    light: objectAt(memberOf(theme, 'light'), 'light'),
    dark: objectAt(memberOf(theme, 'dark'), 'dark'),
  };
  return (path, parse, longest = 64) => {
    const [name = '', scheme = ''] = path.split('.').reverse();
    const value = memberOf(owners[scheme] ?? theme, name);
    if (value === undefined || value === null) return null;
    const text = typeof value === 'number' ? `${value}` : value;
    const usable = typeof text === 'string' && text.length <= longest ? parse(text) : null;
    if (usable === null) onUnusable(path);
    return usable;
  };
}

/** Marker of a value that cannot be used: no theme holds it. */
const unusable = Symbol.iterator;

/** An own member; no usable value where asking for it throws, or where a class has it: what all objects have is nobody's. */
function memberOf(owner: object, name: string): unknown {
  try {
    if (Reflect.getOwnPropertyDescriptor(owner, name)) return Reflect.get(owner, name);
    return name in owner && !(name in Object.prototype) ? unusable : undefined;
  } catch {
    return unusable;
  }
}

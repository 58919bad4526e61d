import type { FlowLook } from '@vendor/contract';
import type { ParsedConfiguration } from '../config/parse-configuration.ts';

/** Longest text of each kind that the service takes, in UTF-16 units, and most texts; a test holds them against its schema. */
const longest = { name: 64, text: 2_000, address: 100_000 } as const;
const mostMessages = 500;

/** Longest value of each member; those of a scheme apply to both schemes. */
const schemeLimits: Readonly<Record<string, number>> = {
  baseTextOnLight: longest.name,
  baseTextOnDark: longest.name,
  baseAccent: longest.name,
  baseOnAccent: longest.name,
  logoUrl: longest.address,
};
const fontLimits: Readonly<Record<string, number>> = {
  fontFamily: longest.text,
  fontUrl: longest.text,
  fontWeight: longest.name,
};

/**
 * Collects the look and language of a flow in its window, as far as it can be sent. Leaves out only what cannot be sent, with a
 * warning, just as where the flow is drawn in the page itself: the service takes a look as a whole or not at all. Does not
 * check whether a colour is a colour: the flow in the window does, as everywhere.
 */
export function storableLook({
  language,
  theme,
  messages,
}: Pick<ParsedConfiguration, 'language' | 'theme' | 'messages'>): FlowLook {
  const look = kept({ theme, messages }, ['theme', 'messages'], '', (member, value, path) => {
    if (member === 'theme') return isObject(value) ? storableTheme(path, value) : undefined;
    return isRecord(value) ? storableMessages(path, value) : undefined;
  });
  return { language, ...look } as FlowLook;
}

function storableTheme(path: string, theme: object): Record<string, unknown> {
  return kept(theme, ['light', 'dark', ...Object.keys(fontLimits)], path, (member, value, at) => {
    if (member === 'fontWeight' && Number.isFinite(value)) return value;
    const longestText = fontLimits[member];
    if (longestText) return storableText(value, longestText);
    if (!isObject(value)) return undefined;
    return kept(value, Object.keys(schemeLimits), at, (name, chosen) =>
      storableText(chosen, schemeLimits[name] as number),
    );
  });
}

function storableMessages(path: string, messages: object): Record<string, unknown> {
  return kept(messages, keysOf(messages).slice(0, mostMessages), path, (key, value, at) => {
    if (!storableText(key, longest.name)) return undefined;
    if (!isRecord(value)) return storableText(value, longest.text);
    const isForm = (form: string) => /^(zero|one|two|few|many|other)$/.test(form);
    return kept(value, keysOf(value), at, (form, text) =>
      isForm(form) ? storableText(text, longest.text) : undefined,
    );
  });
}

/** The members that `keep` answers something for; of the others the page is told. */
function kept(
  owner: object,
  members: readonly string[],
  path: string,
  keep: (member: string, value: unknown, path: string) => unknown,
): Record<string, unknown> {
  const left: Record<string, unknown> = {};
  for (const member of members) {
    const value = memberOf(owner, member);
    if (value === undefined || value === null) continue;
    const at = path ? `${path}.${member}` : member;
    // The service refuses the name: no object keeps a member by it.
    const storable = member === '__proto__' ? undefined : keep(member, value, at);
    if (storable === undefined) console.warn(`VendorOrchestration: ${at} cannot be used and is ignored.`);
    else left[member] = storable;
  }
  return left;
}

/** Marker of a value that cannot be used: no text and no object. */
const unusable = Number.NaN;

/** An own member; no usable value where asking for it throws, or where a class has it: as a theme is read in the page. */
function memberOf(owner: object, name: string): unknown {
  try {
    if (Reflect.getOwnPropertyDescriptor(owner, name)) return Reflect.get(owner, name);
    return name in owner && !(name in Object.prototype) ? unusable : undefined;
  } catch {
    return unusable;
  }
}

function keysOf(owner: object): string[] {
  try {
    return Object.keys(owner);
  } catch {
    return []; // a proxy that does not tell
  }
}

function storableText(value: unknown, most: number): string | undefined {
  return typeof value === 'string' &&
    value.length > 0 &&
    value.length <= most &&
    // NUL and halves of surrogate pairs, which no store keeps.
    !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?:^|[^\ud800-\udbff])[\udc00-\udfff]/.test(value)
    ? value
    : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value);
}

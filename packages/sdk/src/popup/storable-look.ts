import type { FlowLook } from '@vendor/contract';
import type { ParsedConfiguration } from '../config/parse-configuration.ts';

/**
 * Maximum lengths of texts that the service accepts, in UTF-16 units, and the maximum number of texts; a test compares them
 * with its schema.
 */
const maxLengths = { name: 64, text: 2_000, address: 100_000 } as const;
const maxMessages = 500;

/** Maximum length of each member; those of a scheme apply to both schemes. */
const schemeLimits: Readonly<Record<string, number>> = {
  baseTextOnLight: maxLengths.name,
  baseTextOnDark: maxLengths.name,
  baseAccent: maxLengths.name,
  baseOnAccent: maxLengths.name,
  logoUrl: maxLengths.address,
};
const fontLimits: Readonly<Record<string, number>> = {
  fontFamily: maxLengths.text,
  fontUrl: maxLengths.text,
  fontWeight: maxLengths.name,
};

/**
 * Collects the language, theme and texts of a flow that the service can store for the popup. Leaves out other members with a
 * warning, because the service accepts or rejects a look as a whole. Does not validate colours, which the flow in the popup
 * does itself.
 */
export function storableLook({
  language,
  theme,
  messages,
}: Pick<ParsedConfiguration, 'language' | 'theme' | 'messages'>): FlowLook {
  const look = keepUsable({ theme, messages }, ['theme', 'messages'], '', (member, value, path) => {
    if (member === 'theme') return isObject(value) ? storableTheme(path, value) : undefined;
    return isRecord(value) ? storableMessages(path, value) : undefined;
  });
  return { language, ...look } as FlowLook;
}

function storableTheme(path: string, theme: object): Record<string, unknown> {
  return keepUsable(theme, ['light', 'dark', ...Object.keys(fontLimits)], path, (member, value, at) => {
    if (member === 'fontWeight' && Number.isFinite(value)) return value;
    const maxTextLength = fontLimits[member];
    if (maxTextLength) return storableText(value, maxTextLength);
    if (!isObject(value)) return undefined;
    return keepUsable(value, Object.keys(schemeLimits), at, (name, chosen) =>
      storableText(chosen, schemeLimits[name] as number),
    );
  });
}

function storableMessages(path: string, messages: object): Record<string, unknown> {
  return keepUsable(messages, keysOf(messages).slice(0, maxMessages), path, (key, value, at) => {
    if (!storableText(key, maxLengths.name)) return undefined;
    if (!isRecord(value)) return storableText(value, maxLengths.text);
    const isForm = (form: string) => /^(zero|one|two|few|many|other)$/.test(form);
    return keepUsable(value, keysOf(value), at, (form, text) =>
      isForm(form) ? storableText(text, maxLengths.text) : undefined,
    );
  });
}

/** Returns the members for which `keep` returns a value, and warns about the others. */
function keepUsable(
  owner: object,
  members: readonly string[],
  path: string,
  keep: (member: string, value: unknown, path: string) => unknown,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const member of members) {
    const value = memberOf(owner, member);
    if (value === undefined || value === null) continue;
    const at = path ? `${path}.${member}` : member;
    // The service rejects this name, because assigning it to an object stores nothing.
    const storable = member === '__proto__' ? undefined : keep(member, value, at);
    if (storable === undefined) console.warn(`VendorOrchestration: ${at} cannot be used and is ignored.`);
    else kept[member] = storable;
  }
  return kept;
}

/** Marks an unusable value, because it is neither a text nor an object. */
const unusable = Number.NaN;

/**
 * Reads an own member, as for a theme in the page. Returns an unusable value if the getter throws, or if a class defines the
 * member.
 */
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
    return []; // a proxy that throws
  }
}

function storableText(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' &&
    value.length > 0 &&
    value.length <= maxLength &&
    // NUL and unpaired surrogates, which databases do not store.
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

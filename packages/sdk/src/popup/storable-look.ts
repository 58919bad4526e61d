import type { FlowLook } from '@vendor/contract';

/** Longest text of each kind that the service takes, in UTF-16 units, and most texts; a test holds them against its schema. */
const longest = { name: 64, text: 2_000, address: 100_000 } as const;
const mostMessages = 500;

/** By member; those of a scheme stand for both. */
const limits: Readonly<Record<string, number>> = {
  baseTextOnLight: longest.name,
  baseTextOnDark: longest.name,
  baseAccent: longest.name,
  baseOnAccent: longest.name,
  logoUrl: longest.address,
  fontFamily: longest.text,
  fontUrl: longest.text,
  fontWeight: longest.name,
};

/**
 * What of the look that a page gave can be sent to the window. What cannot is left out alone, with a warning, as it is where
 * the flow is drawn in the page itself: the service takes a look whole or not at all.
 *
 * @param theme, messages - plain data.
 */
export function storableLook(language: string, theme: unknown, messages: unknown): FlowLook {
  return {
    language,
    ...(isRecord(theme) ? { theme: storableTheme('theme', theme) } : {}),
    ...(isRecord(messages) ? { messages: storableMessages(messages) } : {}),
  } as FlowLook;
}

function storableTheme(path: string, theme: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return kept(theme, path, (member, value) => {
    if (isRecord(value) && (member === 'light' || member === 'dark'))
      return storableTheme(`${path}.${member}`, value);
    if (member === 'fontWeight' && typeof value === 'number' && Number.isFinite(value)) return value;
    return isStorable(value, limits[member] ?? 0) ? value : undefined;
  });
}

function storableMessages(messages: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const some = Object.fromEntries(Object.entries(messages).slice(0, mostMessages));
  return kept(some, 'messages', (key, value) => {
    if (!isStorable(key, longest.name)) return undefined;
    if (isStorable(value, longest.text)) return value;
    if (!isRecord(value)) return undefined;
    const isForm = (form: string) => /^(zero|one|two|few|many|other)$/.test(form);
    return kept(value, `messages.${key}`, (form, text) =>
      isForm(form) && isStorable(text, longest.text) ? text : undefined,
    );
  });
}

/** The members that `keep` answers something for; of the others the page is told. */
function kept(
  members: Readonly<Record<string, unknown>>,
  path: string,
  keep: (member: string, value: unknown) => unknown,
): Record<string, unknown> {
  const left: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(members)) {
    if (value === undefined || value === null) continue;
    // The service refuses the name: no object keeps a member by it.
    const storable = member === '__proto__' ? undefined : keep(member, value);
    if (storable === undefined)
      console.warn(`VendorOrchestration: ${path}.${member} cannot be used and is ignored.`);
    else left[member] = storable;
  }
  return left;
}

function isStorable(value: unknown, most: number): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= most &&
    // NUL and halves of surrogate pairs, which no store keeps.
    !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?:^|[^\ud800-\udbff])[\udc00-\udfff]/.test(value)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

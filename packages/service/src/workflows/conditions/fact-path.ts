/** Path of a fact, as named in a condition. */
export type FactPath =
  /** `inputs.email`; `inputs.custom_fields.tier`, where the key may contain dots. */
  | { readonly source: 'inputs'; readonly members: readonly string[] }
  /** `checks.<node>.status`, `checks.<node>.documentCheckExtractedData.age`, …: members of a check entry. */
  | { readonly source: 'checks'; readonly nodeId: string; readonly members: readonly string[] };

/** Parses the name of a fact; null if it is invalid. Does not check whether the fact exists. */
export function parseFactPath(text: string): FactPath | null {
  const [source, ...rest] = text.split('.');
  if (source === 'inputs' && rest[0] === 'custom_fields' && rest.length > 1)
    return { source, members: ['custom_fields', rest.slice(1).join('.')] };
  if (source === 'inputs' && rest.length === 1 && rest[0]) return { source, members: rest };
  const [nodeId, ...members] = rest;
  if (source === 'checks' && nodeId && members.length > 0 && members.every(Boolean))
    return { source, nodeId, members };
  return null;
}

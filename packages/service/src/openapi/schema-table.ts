import type { Json } from './components.ts';
import { html, type Markup } from './markup.ts';

/** Renders the members of a schema as a table, or a schema without members in one line. */
export function schemaTable(schema: Json, name: string): Markup {
  const variants = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  const shown = variants?.filter((variant) => variant.properties);
  if (shown && shown.length > 0) {
    return html`<p>One of:</p>${shown.map((variant, index) => memberTable(variant, `${name}, ${index + 1}`))}`;
  }
  if (!schema.properties) return html`<p>${typeOf(schema)}</p>`;
  return memberTable(schema, name);
}

function memberTable(schema: Json, name: string): Markup {
  const required = (schema.required ?? []) as string[];
  const members = Object.entries(schema.properties as Record<string, Json>);
  return html`<table><caption>Members of ${name}</caption><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${members.map(
    ([member, part]) =>
      html`<tr><th scope="row"><code>${member}</code>${required.includes(member) ? html` <em>required</em>` : ''}</th><td>${typeOf(part)}</td><td>${part.description ?? ''}</td></tr>`,
  )}</tbody></table>`;
}

/** Describes the values that a schema accepts in a few words, with links to the tables of named schemas. */
export function typeOf(schema: Json): Markup {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const variants = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (variants) return join(variants.map(typeOf), ' or ');
  if (Array.isArray(schema.enum))
    return join(
      schema.enum.map((value) => html`<code>${value}</code>`),
      ' or ',
    );
  if ('const' in schema) return html`<code>${schema.const}</code>`;
  if (schema.type === 'array') return html`list of ${typeOf((schema.items ?? {}) as Json)}`;
  if (schema.type === 'object' && schema.properties) {
    const members = Object.entries(schema.properties as Record<string, Json>);
    return html`{ ${join(
      members.map(([name, part]) => html`<code>${name}</code>: ${typeOf(part)}`),
      ', ',
    )} }`;
  }
  return html`${schema.type ?? 'anything'}${boundsOf(schema)}`;
}

function boundsOf(schema: Json): string {
  const { format, pattern, minLength, maxLength, minimum, maximum } = schema;
  const bounds = [
    format,
    pattern === undefined ? undefined : `like ${pattern}`,
    range(minLength, maxLength, 'characters'),
    // Omits the maximum safe integer, which limits every integer.
    range(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
  ].filter((bound) => bound !== undefined);
  return bounds.length === 0 ? '' : ` (${bounds.join(', ')})`;
}

function range(least: unknown, most: unknown, unit: string): string | undefined {
  const of = unit === '' ? '' : ` ${unit}`;
  if (least === undefined || least === Number.MIN_SAFE_INTEGER)
    return most === undefined ? undefined : `at most ${most}${of}`;
  return most === undefined ? `from ${least}${of}` : `${least} to ${most}${of}`;
}

function join(parts: readonly Markup[], between: string): Markup {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${between}${part}`))}`;
}

import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';

/** JSON Schema 2020-12, as used by the OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

/** The parts of the OpenAPI document from which requests are generated. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema?: Schema; example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { headers?: Schema; content: Readonly<Record<string, { schema?: Schema }>> }>
  >;
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  date: fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  uri: fc.webUrl(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
};

/** Values of members that are more limited than their schema: existing codes and numbers. */
const existing: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  phone_number: fc.constantFrom('+49 30 123456', '+1 212 555 0100'),
  user_country: fc.constantFrom('DE', 'BR', 'NG'),
  transaction_currency: fc.constantFrom('EUR', 'BRL'),
};

/** Generates values that a schema accepts. */
export function valuesOf(schema: Schema, document: ApiDocument): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') {
    return valuesOf(document.components.schemas[schema.$ref.replace(/^.*\//, '')] ?? {}, document);
  }
  const variants = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (variants) return fc.oneof(...variants.map((variant) => valuesOf(variant, document)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'string':
      return textsOf(schema);
    case 'integer':
      return fc.integer({ min: bound(schema.minimum, -1000), max: bound(schema.maximum, 1000) });
    case 'number':
      return fc.double({ min: bound(schema.minimum, -1e6), max: bound(schema.maximum, 1e6), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf((schema.items ?? {}) as Schema, document), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(4, Number(schema.maxItems ?? 4)),
      });
    case 'object':
      return objectsOf(schema, document);
    default:
      return fc.jsonValue();
  }
}

function bound(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : otherwise;
}

function textsOf({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const formatted = typeof format === 'string' ? formats[format] : undefined;
  if (formatted) return formatted;
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength: Number(minLength ?? 0), maxLength: Math.min(40, Number(maxLength ?? 40)) });
}

function objectsOf(schema: Schema, document: ApiDocument): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0 && schema.additionalProperties) {
    const names = valuesOf((schema.propertyNames ?? { type: 'string' }) as Schema, document);
    const values = valuesOf(schema.additionalProperties as Schema, document);
    return fc.dictionary(names.map(String), values, { maxKeys: 3 });
  }
  const members = properties.map(
    ([name, part]) => [name, existing[name] ?? valuesOf(part, document)] as const,
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: (schema.required ?? []) as string[] });
}

/** Generates nearly valid values: a valid value in which something is removed, replaced or added. */
export function nearlyValuesOf(schema: Schema, document: ApiDocument): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('', '\u0000', '\ud800', '__proto__', -1, 1e300),
  );
  return fc
    .tuple(valuesOf(schema, document), fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce((kept, [at, oddity]) => spoil(kept, at, oddity), value));
}

/** Spoils one place of a value, chosen by a number. */
function spoil(value: unknown, at: number, oddity: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return oddity;
  const names = Object.keys(value);
  const name = names[Math.floor(at / 4) % Math.max(names.length, 1)] ?? 'odd';
  const inner = (value as Record<string, unknown>)[name];
  if (at % 4 === 0) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  if (at % 4 === 1) return { ...value, [`odd ${name}`]: oddity };
  return { ...value, [name]: at % 4 === 2 ? oddity : spoil(inner, Math.floor(at / 8), oddity) };
}

/** Validates replies against the OpenAPI document; an undocumented member is a fault. */
export class ReplyJudge {
  readonly #ajv = new Ajv.default({ strict: false, allErrors: true, validateFormats: true });

  constructor(document: ApiDocument) {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(closed(document) as Schema, 'api');
  }

  /** Returns the faults of a reply; empty if it matches the document. */
  faultsOf(pointer: string, body: unknown): readonly string[] {
    const validate = this.#ajv.compile({ $ref: `api#${pointer}` });
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
  }
}

/** Closes every object schema to additional members. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, closed(value)] as const);
  const isObject = 'properties' in part && 'type' in part && part.type === 'object';
  const isOpen = 'additionalProperties' in part || 'allOf' in part;
  return Object.fromEntries(isObject && !isOpen ? [...entries, ['additionalProperties', false]] : entries);
}

/** Returns the JSON pointer of some path steps, escaped for use in a URI fragment. */
export function pointerTo(...steps: readonly string[]): string {
  return steps
    .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
}

import { readdirSync, readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { exampleWorkflows } from '../accounts/development-account.ts';
import { workflowDefinitionSchema } from './definition.ts';
import { workflowJsonSchema } from './json-schema.ts';
import { nodeSchema } from './node.ts';
import { storedDefinition } from './stored-definition.ts';
import { workflowFileSchema } from './workflow-file.ts';

const ajv = new Ajv.default({ strict: false });
addFormats.default(ajv);
const fitsFile = ajv.compile(workflowJsonSchema());
const fits = (definition: unknown) => fitsFile({ definition });

const docs = new URL('../../../../docs/', import.meta.url);
const kinds = nodeSchema.options.map(({ shape }) => shape.kind.value);
const words = { title: 'Payslip', instructions: 'The last one.' };
const present = { fact: 'inputs.email', is: 'present' };
const next = 'end';

/** A node of each kind, with every object that it can contain. */
const nodes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  document: { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }], minimumAge: 18, next },
  selfie: { kind: 'selfie', next },
  address: { kind: 'address', next },
  card: { kind: 'card', next },
  evidence: { kind: 'evidence', texts: { en: words, de: words }, next },
  email: { kind: 'email', next },
  phone: { kind: 'phone', next },
  ip: { kind: 'ip', next },
  device: { kind: 'device', next },
  aml: { kind: 'aml', next },
  'national-id': { kind: 'national-id', number: 'NIN', next },
  form: { kind: 'form', fields: [{ name: 'email' }], next },
  condition: { kind: 'condition', if: { all: [present, { not: present }] }, next, else: next },
};
const around = (node: object) => ({ start: 'first', nodes: { first: node, end: { kind: 'end' } } });
const loip = { conditions: { MAIL: { if: present, reason: 'There is one.' } }, baseline: ['MAIL'] };

type Path = readonly (string | number)[];

/** Finds the paths of all objects in a JSON value, in each of which a member could be misspelt. */
function objectsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, one]) =>
    objectsIn(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return Array.isArray(value) ? inside : [path, ...inside];
}

/** Copies a value and adds an unknown member at a path. */
function withUnknown(value: unknown, path: Path): unknown {
  const copy: unknown = structuredClone(value);
  const place = path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown>)[step], copy);
  Object.assign(place as object, { minimumAgee: 1 });
  return copy;
}

/** Collects the workflow files in a page: whole ones, and files built from levels and single nodes. */
function shownIn(text: string): unknown[] {
  const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const whole = blocks.filter((block) => block.includes('"nodes":')).map((block) => JSON.parse(block));
  const levels = blocks
    .filter((block) => block.startsWith('"loip":'))
    .map((block) => JSON.parse(`{${block}}`));
  const single = [...text.matchAll(/`(\{\s*"kind":[^`]+\})`/g)]
    .map(([, node = '']) => JSON.parse(node) as { kind: string })
    .filter(({ kind }) => (kinds as readonly string[]).includes(kind));
  return [
    ...whole,
    ...levels.map((level) => ({ definition: { ...around({ kind: 'email', next }), ...level } })),
    ...single.map((node) => ({ definition: around({ next, ...node }) })),
  ];
}

describe('the published schema of a workflow file', () => {
  it('accepts every workflow in the documentation, and the examples', () => {
    const pages = readdirSync(docs).filter((name) => name.endsWith('.md'));
    const shown = pages.flatMap((name) => shownIn(readFileSync(new URL(name, docs), 'utf8')));
    expect(shown.length).toBeGreaterThan(2);
    for (const file of [...shown, ...exampleWorkflows])
      expect([fitsFile(file), fitsFile.errors]).toEqual([true, null]);
  });

  it('accepts a file that names its schema, and otherwise only what an import accepts', () => {
    const definition = around({ kind: 'email', next });
    const files: [object, boolean][] = [
      [{ $schema: './workflow.schema.json', name: 'Mail', definition }, true],
      [{ definition }, true],
      [{ name: 'Mail' }, false],
      [{ name: 'Mail', definition, start: 'first' }, false],
      [{ name: 1, definition }, false],
      [{ $schema: 1, definition }, false],
      [definition, false],
    ];
    for (const [file, isOne] of files) {
      expect(fitsFile(file), JSON.stringify(file)).toBe(isOne);
      expect(workflowFileSchema.safeParse(file).success, JSON.stringify(file)).toBe(isOne);
    }
  });

  it('sets the same limits for a device as an import', () => {
    for (const member of ['reviewFrom', 'declineFrom']) {
      const limited = (from: number) => around({ kind: 'device', reviewFrom: 1, [member]: from, next });
      const taken = [100, 101].map((from) => workflowDefinitionSchema.safeParse(limited(from)).success);
      expect([100, 101].map((from) => fits(limited(from)))).toEqual([true, false]);
      expect(taken).toEqual([true, false]);
    }
  });

  it.each(['levels', ...kinds.filter((kind) => kind !== 'end')])(
    'refuses unknown members, like an import: %s',
    (kind) => {
      const definition =
        kind === 'levels' ? { ...around({ kind: 'email', next }), loip } : around(nodes[kind] ?? {});
      expect([fits(definition), workflowDefinitionSchema.safeParse(definition).error]).toEqual([
        true,
        undefined,
      ]);
      for (const path of objectsIn(definition)) {
        const misspelt = withUnknown(definition, path);
        expect(fits(misspelt), path.join('/')).toBe(false);
        expect(workflowDefinitionSchema.safeParse(misspelt).success, path.join('/')).toBe(false);
      }
    },
  );
});

describe('a document node', () => {
  const document = (...accepts: object[]) => around({ kind: 'document', accepts, next });
  const front = { type: 'NATIONAL_ID', sides: ['front'] };

  it.each<[string, object[], boolean]>([
    ['both sides', [{ type: 'NATIONAL_ID', sides: ['back', 'front'] }], true],
    ['the back alone', [{ type: 'NATIONAL_ID', sides: ['back'] }], false],
    ['a side twice', [{ type: 'NATIONAL_ID', sides: ['front', 'front'] }], false],
    ['a type twice', [front, front], false],
    ['five types', [1, 2, 3, 4, 5].map(() => front), false],
  ])('agrees with an import about a node with %s', (_, accepts, isFit) => {
    expect(fits(document(...accepts))).toBe(isFit);
    expect(workflowDefinitionSchema.safeParse(document(...accepts)).success).toBe(isFit);
  });
});

describe('a stored version', () => {
  it('accepts a stored version that an import would now refuse', () => {
    const given = around({ kind: 'document', accepts: [{ type: 'NATIONAL_ID', sides: ['back'] }], next });
    expect(workflowDefinitionSchema.safeParse(given).success).toBe(false);
    expect(storedDefinition(JSON.stringify(given)).nodes.first).toMatchObject({ attempts: 3 });
  });

  it('refuses to load a stored version in which a walk would get stuck', () => {
    expect(() =>
      storedDefinition(JSON.stringify({ start: 'gone', nodes: { end: { kind: 'end' } } })),
    ).toThrow();
  });
});

describe('an unknown member', () => {
  const misspelt = withUnknown(around(nodes.document ?? {}), ['nodes', 'first']);

  it('reports an unknown member with its node', () => {
    const { error } = workflowDefinitionSchema.safeParse(misspelt);
    expect(error?.issues).toMatchObject([
      { path: ['nodes', 'first'], message: 'has unknown members: "minimumAgee"' },
    ]);
  });

  it('drops unknown members of a stored version at any depth', () => {
    const known = workflowDefinitionSchema.parse(around(nodes.evidence ?? {}));
    const later = objectsIn(known)
      // Every member of `nodes` is a node.
      .filter((path) => path.join('/') !== 'nodes')
      .reduce<unknown>(withUnknown, known);
    expect(later).not.toEqual(known);
    expect(storedDefinition(JSON.stringify(later))).toEqual(known);
  });
});

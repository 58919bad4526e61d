import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const contract = 'packages/contract/src';
const sdk = 'packages/sdk/src';

/** Files of the contract in which integrators read every member. */
const readByIntegrators = ['start', 'execution', 'check', 'document', 'captured-media', 'webhook'];

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
}

const isDescribed = (node: ts.Node) =>
  ts.getJSDocCommentsAndTags(node).some((doc) => ts.isJSDoc(doc) && /\w{2}/.test(doc.getText()));

/** Returns whether a member of a schema ends with `.meta({ description })`, which the OpenAPI document also contains. */
const hasDescription = (schema: ts.Node) => /\.meta\(\{\s*description:[\s\S]*\}\)$/.test(schema.getText());

interface Exported {
  readonly name: string;
  readonly statement: ts.Statement;
}

function exportsOf(source: ts.SourceFile): Exported[] {
  return source.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => ({ name: name.getText(), statement }));
    const { name } = statement as ts.Statement & { name?: ts.Identifier };
    return [{ name: name?.text ?? '', statement }];
  });
}

/**
 * Returns whether an export is the type of a described schema, or the schema of a described set, directly below it, so that the
 * description covers both.
 */
function isDerivedFrom(described: ReadonlySet<string>, { statement }: Exported): boolean {
  const form =
    /^export (?:type|const) \w+ = (?:z\.infer<typeof (\w+)>|\(typeof (\w+)\)\[number\]|z\.enum\((\w+)\));$/;
  const [, ...of] = form.exec(statement.getText()) ?? [];
  return of.some((name) => name !== undefined && described.has(name));
}

/** Returns the undescribed members of interfaces and of objects in schemas, as `Name.member`. */
function bareMembers({ name, statement }: Exported): string[] {
  const bare: string[] = [];
  const look = (node: ts.Node) => {
    if (ts.isTypeElement(node) && node.parent === statement && !isDescribed(node))
      bare.push(`${name}.${node.name?.getText()}`);
    const isOfSchema =
      ts.isPropertyAssignment(node) &&
      ts.isCallExpression(node.parent.parent) &&
      /^z\.(strictO|looseO|o)bject$|\.extend$/.test(node.parent.parent.expression.getText()) &&
      node.parent.parent.parent === declarationOf(statement);
    if (isOfSchema && !isDescribed(node) && !hasDescription(node.initializer))
      bare.push(`${name}.${node.name.getText()}`);
    ts.forEachChild(node, look);
  };
  look(statement);
  return bare;
}

function declarationOf(statement: ts.Statement): ts.Node | undefined {
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : undefined;
}

/** Lists the undescribed exports of a file, or of the named ones among them. */
function undescribed(path: string, { members }: { members: boolean }, only?: ReadonlySet<string>): string[] {
  const all = exportsOf(parse(path));
  const notThere = [...(only ?? [])].filter((wanted) => !all.some(({ name }) => name === wanted));
  const described = new Set<string>();
  const bare = all.flatMap((exported) => {
    const isKnown = isDescribed(exported.statement) || isDerivedFrom(described, exported);
    if (isKnown) described.add(exported.name);
    if (only && !only.has(exported.name)) return [];
    return [...(isKnown ? [] : [exported.name]), ...(members ? bareMembers(exported) : [])];
  });
  return [...notThere, ...bare];
}

describe('docstrings', () => {
  const files = readdirSync(join(root, contract), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
    .filter((name) => !name.startsWith('admin'));

  it.each(files)(`describes every export of ${contract}/%s`, (name) => {
    const members = readByIntegrators.includes(name.replace('.ts', ''));
    expect(undescribed(`${contract}/${name}`, { members })).toEqual([]);
  });

  it('describes every export of the SDK and every member of its types', () => {
    const entry = parse(`${sdk}/index.ts`);
    const published = new Map<string, Set<string>>([['./index.ts', new Set(['VendorOrchestration'])]]);
    for (const statement of entry.statements.filter(ts.isExportDeclaration)) {
      const module = (statement.moduleSpecifier as ts.StringLiteral).text;
      const names = (statement.exportClause as ts.NamedExports).elements.map(({ name }) => name.getText());
      published.set(module, new Set([...(published.get(module) ?? []), ...names]));
    }
    expect(published.size).toBeGreaterThan(5);
    const bare = [...published].flatMap(([module, names]) =>
      undescribed(join(sdk, module), { members: true }, names),
    );
    expect(bare).toEqual([]);
  });
});

describe('what counts as described', () => {
  it("accepts an export's own comment, or that of the export from which it is derived", () => {
    const text = [
      '/** A set of words. */\nexport const words = ["a"] as const;',
      'export type Word = (typeof words)[number];',
      'export const wordSchema = z.enum(words);',
      'export const bareSchema = z.object({ a: z.string() });',
      'export type Bare = z.infer<typeof bareSchema>;',
      '/** Known. */\nexport const knownSchema = z.object({\n  /** What a is. */\n  a: z.string(),\n  b: z.string(),\n});',
      '/** Known. */\nexport interface Known { c: string }',
    ].join('\n');
    const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
    const described = new Set<string>();
    const found = exportsOf(source).flatMap((exported) => {
      const isKnown = isDescribed(exported.statement) || isDerivedFrom(described, exported);
      if (isKnown) described.add(exported.name);
      return [...(isKnown ? [] : [exported.name]), ...bareMembers(exported)];
    });
    expect(found).toEqual(['bareSchema', 'bareSchema.a', 'Bare', 'knownSchema.b', 'Known.c']);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** One warning or error as the source writes it; `…` stands for what is only known when it is printed. */
export interface FoundWarning {
  /** Name that `doctor` gives the look that found it; the level of a line of the log; `reason` or `warning` of `/readyz`. */
  readonly kind: string;
  readonly text: string;
  /** Remedy that is printed with it; empty: none is. */
  readonly remedy: string;
}

const unknown = '…';

/** Parses the TypeScript files below a folder, without tests, whose text matches. */
function sourcesIn(folder: string, pattern: RegExp): ts.SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
    .filter(({ text }) => pattern.test(text))
    .map(({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}

function descendants(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node): void => {
    found.push(child);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

/** Texts that an expression can have. */
function textsOf(node: ts.Node | undefined): string[] {
  if (!node) return [''];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isTemplateExpression(node))
    return [
      node.head.text +
        node.templateSpans.map(({ expression, literal }) => constantOf(expression) + literal.text).join(''),
    ];
  if (ts.isIdentifier(node)) {
    const declared = declarationOf(node);
    if (declared) return textsOf(declared);
    const given = argumentsOf(node);
    return given.length > 0 ? given.flatMap(textsOf) : [unknown];
  }
  if (ts.isPropertyAccessExpression(node)) {
    const given = membersOf(node);
    return given.length > 0 ? given : [unknown];
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) return returnsOf(node.expression);
  return [unknown];
}

/** Texts that objects of the same file have for a member: a table of words by kind. */
function membersOf({ name }: ts.PropertyAccessExpression): string[] {
  return descendants(name.getSourceFile())
    .filter(ts.isPropertyAssignment)
    .filter((property) => property.name.getText() === name.text)
    .flatMap(({ initializer }) => (ts.isStringLiteralLike(initializer) ? [initializer.text] : []));
}

/** Texts that callers in the same file give for a parameter of the private method around it. */
function argumentsOf(name: ts.Identifier): ts.Expression[] {
  const method = ts.findAncestor(name, ts.isMethodDeclaration);
  const place = method?.parameters.findIndex((parameter) => parameter.name.getText() === name.text) ?? -1;
  if (!method || place === -1 || !ts.isPrivateIdentifier(method.name)) return [];
  const callee = `this.${method.name.text}`;
  return descendants(name.getSourceFile())
    .filter(ts.isCallExpression)
    .filter(({ expression }) => expression.getText() === callee)
    .flatMap(({ arguments: given }) => given[place] ?? []);
}

/** Text of a name that always has the same one. */
function constantOf(node: ts.Expression): string {
  const declared = ts.isIdentifier(node) ? declarationOf(node) : undefined;
  return declared && ts.isStringLiteralLike(declared) ? declared.text : unknown;
}

/** Value that a name of the same file is declared with: the nearest declaration that stands before. */
function declarationOf(name: ts.Identifier): ts.Expression | undefined {
  const scopes: ts.Node[] = [];
  for (let scope: ts.Node = name; scope; scope = scope.parent)
    if (ts.isBlock(scope) || ts.isSourceFile(scope)) scopes.push(scope);
  for (const scope of scopes)
    for (const statement of (scope as ts.Block | ts.SourceFile).statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name: declared, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(declared) && declared.text === name.text) return initializer;
    }
  return undefined;
}

/** Texts that a function of the same file answers. */
function returnsOf(name: ts.Identifier): string[] {
  const declared = name
    .getSourceFile()
    .statements.find(
      (statement): statement is ts.FunctionDeclaration =>
        ts.isFunctionDeclaration(statement) && statement.name?.text === name.text,
    );
  if (!declared) return [unknown];
  return descendants(declared)
    .filter(ts.isReturnStatement)
    .flatMap(({ expression }) => textsOf(expression));
}

/** Each of several times once, in the order of the source. */
function unique(found: readonly FoundWarning[]): FoundWarning[] {
  return [...new Map(found.map((warning) => [`${warning.kind}\n${warning.text}`, warning])).values()];
}

/** Findings of `doctor` that are no good news. */
export function findDoctorWarnings(folder: string): FoundWarning[] {
  const calls = sourcesIn(join(folder, 'cli/doctor'), /\b(warn|fail)\(/)
    .flatMap(descendants)
    .filter(ts.isCallExpression)
    .filter(({ expression }) => ts.isIdentifier(expression) && /^(warn|fail)$/.test(expression.text));
  return unique(
    calls.flatMap(({ arguments: [check, finding, remedy] }) =>
      textsOf(check).flatMap((kind) =>
        textsOf(finding).map((text) => ({ kind, text, remedy: textsOf(remedy).join(' / ') })),
      ),
    ),
  );
}

/** Warnings and errors in the log of the service. */
export function findLogWarnings(folder: string): FoundWarning[] {
  const calls = sourcesIn(folder, /logger/)
    .flatMap(descendants)
    .filter(ts.isCallExpression);
  return unique(
    calls.flatMap(({ expression, arguments: [message] }) =>
      levelsOf(expression).flatMap((kind) => textsOf(message).map((text) => ({ kind, text, remedy: '' }))),
    ),
  );
}

/** Levels by which an expression writes to a logger: `logger.warn`, `parts.logger.error`, `logger[… ? 'warn' : 'info']`. */
function levelsOf(callee: ts.Expression): string[] {
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) return [];
  if (!/(^|\.)#?logger$/.test(callee.expression.getText())) return [];
  const levels = ts.isPropertyAccessExpression(callee)
    ? [callee.name.text]
    : textsOf(callee.argumentExpression);
  return levels.filter((level) => level === 'warn' || level === 'error');
}

/** Reasons and warnings of `/readyz`. */
export function findReadinessWarnings(folder: string): FoundWarning[] {
  const kinds = { reasons: 'reason', warnings: 'warning' } as const;
  const nodes = sourcesIn(join(folder, 'health'), /reasons|warnings/).flatMap(descendants);
  const lists = nodes.filter(ts.isPropertyAssignment).flatMap(({ name, initializer }) => {
    const kind = kinds[name.getText() as keyof typeof kinds];
    const elements = ts.isArrayLiteralExpression(initializer) ? initializer.elements : [];
    return kind ? elements.map((element) => ({ kind, element })) : [];
  });
  const pushes = nodes.filter(ts.isCallExpression).flatMap(({ expression, arguments: [element] }) => {
    const [, list = ''] = /^(reasons|warnings)\.push$/.exec(expression.getText()) ?? [];
    const kind = kinds[list as keyof typeof kinds];
    return kind && element ? [{ kind, element }] : [];
  });
  return unique(
    [...lists, ...pushes].flatMap(({ kind, element }) =>
      textsOf(element).map((text) => ({ kind, text, remedy: '' })),
    ),
  );
}

/** Faults of the machine, the disk and the data that a start, a command or `doctor` explains, each with its remedy. */
export function findExplainedFaults(folder: string): FoundWarning[] {
  const objects = sourcesIn(folder, /\bremedy\b/)
    .flatMap(descendants)
    .filter(ts.isObjectLiteralExpression);
  return unique(
    objects.flatMap(({ properties }) => {
      const initializerOf = (name: string) =>
        properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)
          ?.initializer;
      const [cause, remedy] = [initializerOf('cause'), initializerOf('remedy')];
      if (!cause || !remedy) return [];
      return textsOf(cause).map((text) => ({ kind: 'fault', text, remedy: textsOf(remedy).join(' / ') }));
    }),
  );
}

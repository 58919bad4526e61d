import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** One warning or error in the source; `…` stands for parts that are known only at run time. */
export interface FoundWarning {
  /** Name of the `doctor` check, level of a log line, or `reason` or `warning` for `/readyz`. */
  readonly kind: string;
  readonly text: string;
  /** Remedy printed with it; empty if there is none. */
  readonly remedy: string;
}

const unknown = '…';

/** Parses the TypeScript files below a folder whose text matches a pattern, except tests. */
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

/** Returns the possible texts of an expression. */
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

/** Returns the texts of a member in all objects of the same file, for tables of texts by kind. */
function membersOf({ name }: ts.PropertyAccessExpression): string[] {
  return descendants(name.getSourceFile())
    .filter(ts.isPropertyAssignment)
    .filter((property) => property.name.getText() === name.text)
    .flatMap(({ initializer }) => (ts.isStringLiteralLike(initializer) ? [initializer.text] : []));
}

/** Returns the arguments that callers in the same file pass for a parameter of the surrounding private method. */
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

/** Returns the text of a constant. */
function constantOf(node: ts.Expression): string {
  const declared = ts.isIdentifier(node) ? declarationOf(node) : undefined;
  return declared && ts.isStringLiteralLike(declared) ? declared.text : unknown;
}

/** Returns the initial value of a name, from its declaration in the nearest enclosing scope of the same file. */
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

/** Returns the texts that a function of the same file returns. */
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

/** Removes duplicates, keeping the order of the source. */
function unique(found: readonly FoundWarning[]): FoundWarning[] {
  return [...new Map(found.map((warning) => [`${warning.kind}\n${warning.text}`, warning])).values()];
}

/** Finds the problems that `doctor` can report. */
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

/** Finds the warnings and errors in the log of the service. */
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

/** Returns the levels of a logger call: `logger.warn`, `parts.logger.error`, `logger[… ? 'warn' : 'info']`. */
function levelsOf(callee: ts.Expression): string[] {
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) return [];
  if (!/(^|\.)#?logger$/.test(callee.expression.getText())) return [];
  const levels = ts.isPropertyAccessExpression(callee)
    ? [callee.name.text]
    : textsOf(callee.argumentExpression);
  return levels.filter((level) => level === 'warn' || level === 'error');
}

/** Finds the reasons and warnings of `/readyz`. */
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

/** Finds the faults of machine, disk and data that a start, a command or `doctor` explains, each with its remedy. */
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

const assignments = {
  '??=': 'javascript.operators.nullish_coalescing_assignment',
  '&&=': 'javascript.operators.logical_and_assignment',
  '||=': 'javascript.operators.logical_or_assignment',
  '**=': 'javascript.operators.exponentiation_assignment',
};

const byType = {
  ChainExpression: 'javascript.operators.optional_chaining',
  ImportAttribute: 'javascript.statements.import.import_attributes',
  MetaProperty: 'javascript.operators.import_meta',
  PrivateIdentifier: 'javascript.classes.private_class_fields',
  PropertyDefinition: 'javascript.classes.public_class_fields',
  StaticBlock: 'javascript.classes.static.initialization_blocks',
};

const regExps = [
  [/\(\?<[=!]/, 'a lookbehind in a regular expression', 'lookbehind_assertion'],
  [/\(\?<[A-Za-z_$]/, 'a named group', 'named_capturing_group'],
  [/\\p\{/i, 'a Unicode class', 'unicode_character_class_escape'],
  [/\(\?([ims]+(-[ims]*)?|-[ims]+):/, 'a modifier', 'modifier'],
];

const regExpFlags = { d: 'hasIndices', s: 'dotAll', v: 'unicodeSets', y: 'sticky' };

/**
 * Returns the syntax of a node that is newer than ECMAScript 2019, as pairs of a description and its name in the compatibility
 * data.
 *
 * @returns {[use: string, feature: string][]}
 */
export function newerSyntax(node, parent) {
  if (byType[node.type]) return [[node.type, byType[node.type]]];
  switch (node.type) {
    case 'AssignmentExpression':
      return assignments[node.operator] ? [[node.operator, assignments[node.operator]]] : [];
    case 'LogicalExpression':
      return node.operator === '??' ? [['??', 'javascript.operators.nullish_coalescing']] : [];
    case 'ExportAllDeclaration':
      return node.exported ? [['export * as', 'javascript.statements.export.namespace']] : [];
    case 'ForOfStatement':
      return node.await ? [['for await', 'javascript.statements.for_await_of']] : [];
    case 'Program':
      return topLevelAwaits(node) ? [['await at the top', 'javascript.operators.await.top_level']] : [];
    case 'VariableDeclaration':
      return node.kind.includes('using') ? [['using', 'javascript.statements.using']] : [];
    case 'Literal':
      return literalSyntax(node, parent);
    default:
      return [];
  }
}

function literalSyntax({ raw, regex, bigint }) {
  if (bigint) return [['a BigInt', 'javascript.builtins.BigInt']];
  if (!regex) return /^\d[\d_]*_/.test(raw) ? [['1_000', 'javascript.grammar.numeric_separators']] : [];
  const inside = regExps
    .filter(([pattern]) => pattern.test(regex.pattern))
    .map(([, use, name]) => [use, `javascript.regular_expressions.${name}`]);
  const flags = [...regex.flags]
    .filter((flag) => regExpFlags[flag])
    .map((flag) => [`/…/${flag}`, `javascript.builtins.RegExp.${regExpFlags[flag]}`]);
  return [...inside, ...flags];
}

/** Returns whether the program awaits outside all functions. */
function topLevelAwaits(node) {
  if (typeof node?.type !== 'string' || node.type.includes('Function')) return false;
  if (node.type === 'AwaitExpression') return true;
  return Object.values(node).some((child) =>
    Array.isArray(child) ? child.some(topLevelAwaits) : topLevelAwaits(child),
  );
}

import { parseAst } from 'vite';
import {
  at,
  eventsNamed,
  globalsNamed,
  markupNamed,
  memberOf,
  membersNamed,
  optionsNamed,
} from './compat-data.mjs';
import { iteratorHelper } from './iterator-helper.mjs';
import { newerSyntax } from './newer-syntax.mjs';
import { spreadInChain } from './spread-in-chain.mjs';
import { styleSheetsIn } from './style-sheets-in.mjs';
import { stylesUses } from './style-uses.mjs';

/**
 * @typedef {{ use: string, feature: string, lackedBy: string[], excerpt: string }} Use - a feature that one of the oldest
 *   browsers lacks: its spelling in the program, its name in the compatibility data, and the code around it.
 */

/**
 * Lists the features of a built script that one of the oldest browsers lacks: syntax, globals, members, events, options,
 * elements and attributes; also in scripts and style sheets that it contains as text.
 *
 * A member of an object whose type is known only at run time is judged by its name: it counts as lacking if any interface has a
 * newer member of that name.
 *
 * @param {string} code
 * @returns {Use[]}
 */
export function scriptUses(code) {
  const program = parseAst(code);
  const declared = declaredNames(program);
  const uses = [];
  const report = (node, use, features) => {
    const newer = features.filter((feature) => feature?.lackedBy.length > 0);
    const [first] = newer;
    if (!first) return;
    const excerpt = code.slice(Math.max(0, node.start - 30), node.start + 60).replace(/\s+/g, ' ');
    uses.push({ use, feature: first.feature, lackedBy: first.lackedBy, excerpt });
  };
  const isGlobal = (node) => node?.type === 'Identifier' && !declared.has(node.name);

  visit(program, (node, parent, key) => {
    for (const [use, feature] of newerSyntax(node, parent)) report(node, use, [at(feature)]);
    report(node, 'an argument after a spread one in an optional chain', [spreadInChain(node)]);
    switch (node.type) {
      case 'Identifier':
        if (isGlobal(node) && isReference(parent, key)) report(node, node.name, globalsNamed(node.name));
        return;
      case 'MemberExpression':
        member(node, parent.type === 'AssignmentExpression' && key === 'left');
        return;
      case 'CallExpression':
      case 'NewExpression':
        call(node);
        return;
      case 'AssignmentExpression':
        // element.style.inset = …
        if (nameOf(node.left?.object) === 'style') inlineStyle(nameOf(node.left), textOf(node.right));
        return;
      case 'Literal':
      case 'TemplateLiteral':
        uses.push(...textUses(textOf(node)));
        return;
      case 'Property':
        // { 'max-width': 'none' }
        if (/^[a-z]+(-[a-z]+)+$/.test(textOf(node.key) ?? '') && textOf(node.value) !== undefined)
          uses.push(...stylesUses(`${textOf(node.key)}:${textOf(node.value)}`, 'declarationList', true));
        return;
      default:
    }
  });
  return uses;

  function member(node, isAssigned) {
    const name = nameOf(node);
    if (name === undefined) return;
    const helper = iteratorHelper(node, name, nameOf);
    if (helper) {
      report(node, `iterator.${name}`, [helper]);
      return;
    }
    const holder = isGlobal(node.object) ? node.object.name : nameOf(node.object);
    const known = holder === undefined ? undefined : memberOf(holder, name);
    // A member that is called or read may be an array's; an assigned one is not: `.filter(…)`, `.filter = …`.
    const written = `${known && isGlobal(node.object) ? holder : ''}.${name}${isAssigned ? ' =' : ''}`;
    report(node.property, written, known ? [known] : membersNamed(name));
  }

  function call({ callee, arguments: given }) {
    const name = callee.type === 'Identifier' ? callee.name : nameOf(callee);
    const [first, second] = given;
    const text = textOf(first);
    if (name === 'addEventListener' && text !== undefined)
      report(first, `the event ${text}`, eventsNamed(text));
    if (name === 'setAttribute' && text !== undefined)
      report(first, `the attribute ${text}`, [markupNamed(undefined, text)]);
    if (name === 'setProperty' && text !== undefined && !text.startsWith('--'))
      uses.push(...stylesUses(`${text}:${textOf(second) ?? 'initial'}`, 'declarationList'));
    if (name === 'createElement' || isAttributes(second)) markup(text, first, second);
    if (isLacking(membersNamed(name))) return;
    for (const options of given.filter(({ type }) => type === 'ObjectExpression')) {
      for (const property of options.properties) {
        const option = property.key?.name ?? textOf(property.key);
        if (option && name) report(property, `${name}({ ${option} })`, optionsNamed(name, option));
      }
    }
  }

  function inlineStyle(member, value = 'initial') {
    if (member === undefined || member === 'cssText') return;
    const property = member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    uses.push(...stylesUses(`${property}:${value}`, 'declarationList'));
  }

  function markup(element, node, attributes) {
    const feature = element === undefined ? undefined : markupNamed(element);
    if (!feature) return;
    report(node, `<${element}>`, [feature]);
    for (const property of attributes?.properties ?? []) {
      const attribute = (property.key?.name ?? textOf(property.key))?.toLowerCase();
      if (!attribute) continue;
      if (/^on[a-z]/.test(attribute))
        report(property, `the event ${attribute.slice(2)}`, eventsNamed(attribute.slice(2)));
      else report(property, `<${element} ${attribute}>`, [markupNamed(element, attribute)]);
    }
  }
}

/** Returns whether all features of a name are newer. Options are checked only if one of them is old. */
function isLacking(features) {
  return features.length > 0 && features.every((feature) => feature.lackedBy.length > 0);
}

/** Returns the features used by the scripts and style sheets in a text. */
function textUses(text) {
  if (text === undefined) return [];
  const { script, styles, context } = styleSheetsIn(text);
  if (script) return scriptUses(script);
  return styles ? stylesUses(styles, context) : [];
}

/** Returns every name declared anywhere in the program; all others are the browser's. */
function declaredNames(program) {
  const names = new Set();
  const declare = (pattern) =>
    visit(pattern, (node, parent, key) => {
      const isName = node.type === 'Identifier' && isReference(parent, key) && key !== 'right';
      if (isName) names.add(node.name);
    });
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator' || node.type.startsWith('Class')) declare(node.id);
    if (node.type.includes('Function')) for (const pattern of [node.id, ...node.params]) declare(pattern);
    if (node.type === 'CatchClause') declare(node.param);
    if (node.type.startsWith('Import') && node.local) names.add(node.local.name);
  });
  return names;
}

/** Returns whether a name at that place refers to a variable, not a member, a property, a label or an export. */
function isReference(parent, key) {
  if (key === 'property' && parent.type === 'MemberExpression') return parent.computed;
  if (key === 'key') return parent.computed || parent.shorthand;
  return !(key === 'label' || key === 'exported' || key === 'imported');
}

/** Returns whether an argument may be the attributes of an element, such as those of `h('p', null, 'text')`. */
function isAttributes(node) {
  return node?.type === 'ObjectExpression' || (node?.type === 'Literal' && node.value === null);
}

/** Returns the name of the member that an expression reads; undefined if it is known only at run time. */
function nameOf(node) {
  if (node?.type === 'ChainExpression') return nameOf(node.expression);
  if (node?.type !== 'MemberExpression') return undefined;
  return node.computed ? textOf(node.property) : node.property.name;
}

/** Returns the text of a literal expression, with `0` for interpolated values. */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('0');
  return undefined;
}

/** Calls back for a node and all its descendants, each with its parent and key. */
function visit(node, callback, parent, key) {
  if (typeof node?.type !== 'string') return;
  callback(node, parent, key);
  for (const [name, child] of Object.entries(node)) {
    if (Array.isArray(child)) for (const one of child) visit(one, callback, node, name);
    else if (child && typeof child === 'object') visit(child, callback, node, name);
  }
}

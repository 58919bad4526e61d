import data from '@mdn/browser-compat-data/forLegacyNode';
import { neverHeld } from './never-held.mjs';
import { lackedBy } from './oldest-browsers.mjs';

const { api, css, html, javascript } = data;
const { builtins } = javascript;

/** Objects that programs always use under their own name, so that their members are looked up with that name. */
const namespaces = ['CSS', 'console', 'Atomics', 'Intl', 'JSON', 'Math', 'Reflect', 'WebAssembly'];

/** Interfaces of objects with well-known names, whose members are looked up exactly. */
const interfaceOf = {
  document: 'Document',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
  sessionStorage: 'Storage',
  localStorage: 'Storage',
  crypto: 'Crypto',
  mediaDevices: 'MediaDevices',
  subtle: 'SubtleCrypto',
};

/** @typedef {{ feature: string, lackedBy: string[] }} Feature - its name in the data, and the oldest browsers that lack it. */

const childrenOf = (feature) => Object.entries(feature ?? {}).filter(([name]) => name !== '__compat');

/** @returns {Feature} */
const featureAt = (feature, { __compat }) => ({ feature, lackedBy: lackedBy(__compat) });

const members = new Map();
const events = new Map();

function note(map, name, feature, node) {
  if (!node.__compat) return;
  if (!map.has(name)) map.set(name, []);
  map.get(name).push({ ...featureAt(feature, node), node });
}

function noteMembersOf(path, holder) {
  for (const [name, node] of childrenOf(holder)) {
    if (name.endsWith('_event')) note(events, name.replace(/_event$/, ''), `${path}.${name}`, node);
    else if (!name.endsWith('_static')) note(members, name, `${path}.${name}`, node);
  }
}

for (const [root, path] of [
  [api, 'api'],
  [builtins, 'javascript.builtins'],
  [builtins.Intl, 'javascript.builtins.Intl'],
]) {
  for (const [name, holder] of childrenOf(root)) {
    // A global is also a member of the window.
    note(members, name, `${path}.${name}`, holder);
    // If an old browser lacks the whole object, only the name or event that leads to the object matters.
    const isNewer = lackedBy(holder.__compat).length > 0;
    if (!isNewer && !namespaces.includes(name) && !neverHeld.test(name))
      noteMembersOf(`${path}.${name}`, holder);
  }
}

/**
 * Returns the features that a member of that name of an unknown object may be.
 *
 * @returns {Feature[]}
 */
export const membersNamed = (name) => members.get(name) ?? [];

/**
 * Returns the features that an event of that name may be.
 *
 * @returns {Feature[]}
 */
export const eventsNamed = (name) => events.get(name) ?? [];

/**
 * Returns the features of a global name.
 *
 * @returns {Feature[]}
 */
export function globalsNamed(name) {
  const nodes = [
    [api[name], `api.${name}`],
    [api.Window?.[name], `api.Window.${name}`],
    [builtins[name], `javascript.builtins.${name}`],
  ];
  return nodes.filter(([node]) => node?.__compat).map(([node, feature]) => featureAt(feature, node));
}

/**
 * Returns a member of an object with a global or well-known name; undefined if the data has none.
 *
 * @returns {Feature | undefined}
 */
export function memberOf(holder, name) {
  const known = interfaceOf[holder] ?? holder;
  const path = api[known] ? `api.${known}` : `javascript.builtins.${known}`;
  const node = api[known] ?? (Object.hasOwn(builtins, known) ? builtins[known] : undefined);
  for (const key of [`${name}_static`, name]) {
    if (node?.[key]?.__compat) return featureAt(`${path}.${key}`, node[key]);
  }
  return undefined;
}

/**
 * Returns the features that an option of a call may be, e.g. `optionsNamed('addEventListener', 'signal')`.
 *
 * @returns {Feature[]}
 */
export function optionsNamed(callee, option) {
  const constructors = [api[callee]?.[callee], builtins[callee]?.[callee], builtins.Intl[callee]?.[callee]];
  const nodes = [...membersNamed(callee).map(({ node }) => node), ...constructors, api[callee]];
  return [...new Set(nodes)].flatMap((node) => (node ? optionsWithin(node, option, callee) : []));
}

function optionsWithin(node, option, path) {
  return childrenOf(node).flatMap(([name, child]) => {
    const own = name.replace(/^(options|init)_/, '').replace(/_(parameter|option)$/, '');
    const isOption = name.includes('parameter') || name.includes('option') || path.includes('parameter');
    const here = isOption && own === option && child.__compat ? [featureAt(`${path}.${name}`, child)] : [];
    return [...here, ...(name.includes('parameter') ? optionsWithin(child, option, `${path}.${name}`) : [])];
  });
}

/**
 * Returns an element, or an attribute of it; of any element if none is named.
 *
 * @returns {Feature | undefined}
 */
export function markupNamed(element, attribute) {
  const path = `html.elements.${element}`;
  const node = html.elements[element];
  if (attribute === undefined) return node && featureAt(path, node);
  if (node?.[attribute]?.__compat) return featureAt(`${path}.${attribute}`, node[attribute]);
  const global = html.global_attributes[attribute];
  return global?.__compat && featureAt(`html.global_attributes.${attribute}`, global);
}

/**
 * Returns a node of the data below `javascript` or `css` by its path, e.g. `at('javascript.classes.private_class_fields')`.
 *
 * @returns {Feature}
 */
export function at(feature) {
  const node = feature.split('.').reduce((parent, name) => parent?.[name], data);
  if (!node?.__compat) throw new Error(`The compatibility data does not know ${feature}.`);
  return featureAt(feature, node);
}

/** Current names of CSS properties by their older names, e.g. `grid-gap` → `gap.grid_context`. */
const newerSpelling = new Map(childrenOf(css.properties).flatMap(([name, node]) => olderNames(name, node)));

function olderNames(path, node) {
  const statements = Object.values(node.__compat?.support ?? {}).flat();
  const own = statements.flatMap(({ alternative_name: old }) => (old ? [[old, path]] : []));
  return [...own, ...childrenOf(node).flatMap(([name, child]) => olderNames(`${path}.${name}`, child))];
}

/**
 * Returns a CSS property, also by an older name; undefined if there is none.
 *
 * @returns {Feature | undefined}
 */
export function propertyNamed(name) {
  const path = css.properties[name] ? name : newerSpelling.get(name);
  const node = path?.split('.').reduce((parent, part) => parent[part], css.properties);
  const feature = `css.properties.${path}`;
  return node?.__compat && { feature, lackedBy: lackedBy(node.__compat, name) };
}

/**
 * Returns a keyword or function as value of a property; undefined if the data does not have it.
 *
 * @returns {Feature | undefined}
 */
export function valueNamed(property, value) {
  const node = css.properties[property]?.[value];
  return node?.__compat && featureAt(`css.properties.${property}.${value}`, node);
}

/**
 * Returns a CSS function, wherever it is in the data.
 *
 * @returns {Feature | undefined}
 */
export function functionNamed(name) {
  const groups = [['', css.types], ...childrenOf(css.types).map(([group, node]) => [`${group}.`, node])];
  for (const [group, node] of groups) {
    if (node?.[name]?.__compat) return featureAt(`css.types.${group}${name}`, node[name]);
  }
  return undefined;
}

/**
 * Returns a unit of length, angle, time or resolution.
 *
 * @returns {Feature | undefined}
 */
export function unitNamed(unit) {
  const group =
    (/^d(v[hwib]|vmin|vmax)$/.test(unit) && 'viewport_percentage_units_dynamic') ||
    (/^s(v[hwib]|vmin|vmax)$/.test(unit) && 'viewport_percentage_units_small') ||
    (/^l(v[hwib]|vmin|vmax)$/.test(unit) && 'viewport_percentage_units_large') ||
    (/^cq/.test(unit) && 'container_query_length_units') ||
    unit;
  const node = css.types.length[group];
  return node?.__compat && featureAt(`css.types.length.${group}`, node);
}

/**
 * Returns a pseudo-class or pseudo-element by its name without colons.
 *
 * @returns {Feature | undefined}
 */
export function selectorNamed(name) {
  const node = css.selectors[name];
  return node?.__compat && featureAt(`css.selectors.${name}`, node);
}

/**
 * Returns an at-rule, or a media feature.
 *
 * @returns {Feature | undefined}
 */
export function ruleNamed(rule, part) {
  const feature = part === undefined ? rule : `${rule}.${part}`;
  const node = part === undefined ? css['at-rules'][rule] : css['at-rules'][rule]?.[part];
  return node?.__compat && featureAt(`css.at-rules.${feature}`, node);
}

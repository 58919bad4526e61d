import { find, parse, walk } from 'css-tree';
import {
  at,
  functionNamed,
  propertyNamed,
  ruleNamed,
  selectorNamed,
  unitNamed,
  valueNamed,
} from './compat-data.mjs';

/**
 * Lists the features of a style sheet that one of the oldest browsers lacks: properties, keywords, functions, units, selectors,
 * rules and media features. Leaves out features inside `@supports` for them, and values that follow an older value of the same
 * property, which browsers without the feature keep.
 *
 * @param {string} css
 * @param {'stylesheet' | 'declarationList' | 'selectorList'} context
 * @param {boolean} [isGuess] - whether the text may be something else, in which case unknown properties are ignored.
 * @returns {import('./script-uses.mjs').Use[]}
 */
export function stylesUses(css, context, isGuess = false) {
  const uses = [];
  const report = (excerpt, use, feature) => {
    if (feature?.lackedBy.length > 0) uses.push({ use: `css ${use}`, ...feature, excerpt });
  };
  const testedFeatures = [];
  const known = new WeakMap();
  const tree = parse(css, { context, positions: true });
  const excerptOf = ({ loc }) => css.slice(loc.start.offset, Math.min(loc.end.offset, loc.start.offset + 60));

  walk(tree, {
    enter(node) {
      if (node.type === 'Atrule') {
        report(excerptOf(node), `@${node.name}`, ruleNamed(node.name));
        if (node.name === 'supports') testedFeatures.push(featuresTested(node.prelude));
      }
      if (node.type === 'Feature' || node.type === 'FeatureRange') mediaFeature(node);
      if (node.type.startsWith('Pseudo')) selector(node);
      if (node.type === 'NestingSelector') report('&', '&', selectorNamed('nesting'));
      if (node.type === 'Rule') ruleAsWhole(node);
      // A condition of an at-rule is a test, not a use.
      if (node.type === 'Declaration' && !this.atrulePrelude) declaration(node, this.block ?? tree);
    },
    leave(node) {
      if (node.type === 'Atrule' && node.name === 'supports') testedFeatures.pop();
    },
  });
  return uses;

  function mediaFeature(node) {
    if (node.type === 'FeatureRange')
      report(excerptOf(node), '@media with < or >', at('css.at-rules.media.range_syntax'));
    else if (node.kind === 'media')
      report(
        excerptOf(node),
        `@media (${node.name})`,
        ruleNamed('media', node.name.replace(/^(min|max)-/, '')),
      );
  }

  function selector(node) {
    report(excerptOf(node), `:${node.name}`, selectorNamed(node.name));
    const selectors = node.name === 'not' ? (node.children?.toArray().flatMap(selectorsOf) ?? []) : [];
    if (selectors.length > 1 || selectors.some(({ children }) => children.size > 1))
      report(excerptOf(node), ':not(a, b)', at('css.selectors.not.selector_list'));
  }

  /** Checks `gap`, which flex boxes support later than grids. */
  function ruleAsWhole({ block }) {
    const values = new Map();
    walk(block, {
      visit: 'Declaration',
      enter: (one) =>
        values.set(one.property, css.slice(one.value.loc?.start.offset, one.value.loc?.end.offset)),
    });
    const gap = ['gap', 'grid-gap', 'row-gap', 'grid-row-gap', 'column-gap', 'grid-column-gap'].find((name) =>
      values.has(name),
    );
    if (gap && /flex/.test(values.get('display') ?? ''))
      report(
        `${gap} with display: ${values.get('display')}`,
        'gap in flex',
        at('css.properties.gap.flex_context'),
      );
  }

  function declaration(node, block) {
    const { property } = node;
    const text = excerptOf(node);
    if (property.startsWith('--')) return valueParts(node, text, () => false);
    if (!propertyNamed(property)) {
      if (!/^-(webkit|moz|ms)-/.test(property) && !isGuess)
        report(text, property, {
          feature: `css.properties.${property}`,
          lackedBy: ['all: unknown property'],
        });
      return undefined;
    }
    const before = uses.length;
    const isTested = (name) => testedFeatures.some((features) => features.has(name));
    if (!isTested(property)) report(text, property, propertyNamed(property));
    if (uses.length === before) valueParts(node, text, isTested);
    const fallbacks = known.get(block) ?? new Set();
    known.set(block, fallbacks);
    // An old browser keeps the last value that it understands.
    if (uses.length > before && fallbacks.has(property)) uses.length = before;
    else if (uses.length === before) fallbacks.add(property);
    return undefined;
  }

  function valueParts({ property, value }, text, isTested) {
    walk(value, (part) => {
      if (part.type === 'Identifier' && !isTested(`${property}:${part.name}`))
        report(text, `${property}: ${part.name}`, valueNamed(property, part.name));
      if (part.type === 'Function' && !isTested(part.name))
        report(text, `${part.name}()`, functionNamed(part.name) ?? valueNamed(property, part.name));
      if (part.type === 'Dimension' && !isTested(part.unit))
        report(text, `1${part.unit}`, unitNamed(part.unit));
    });
  }
}

/** Returns whether a text is a selector with pseudo-classes or pseudo-elements, such as scripts pass to `querySelector`. */
export function isPseudoSelector(text) {
  if (!/[\w\])*]::?[a-z-]+|^::?[a-z-]+/.test(text)) return false;
  try {
    const tree = parse(text, { context: 'selectorList' });
    return find(tree, ({ name, type }) => type.startsWith('Pseudo') && selectorNamed(name)) !== null;
  } catch {
    return false;
  }
}

function selectorsOf(list) {
  return list.children?.toArray() ?? [];
}

/** Lists the features that an `@supports` condition tests: properties, `property:keyword`, functions and units. */
function featuresTested(prelude) {
  const features = new Set();
  walk(prelude, (node) => {
    if (node.type !== 'Declaration') return;
    features.add(node.property);
    walk(node.value, (part) => {
      if (part.type === 'Identifier') features.add(`${node.property}:${part.name}`);
      if (part.type === 'Function') features.add(part.name);
      if (part.type === 'Dimension') features.add(part.unit);
    });
  });
  return features;
}

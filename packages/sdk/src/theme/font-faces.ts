import { parseFontUrl } from './font.ts';

/** One `@font-face` rule of a Google style sheet, with every part checked. */
export interface FontFaceRule {
  readonly family: string;
  /** Address of the file on fonts.gstatic.com. */
  readonly url: string;
  /** Descriptors for the FontFace API. */
  readonly descriptors: FontFaceDescriptors;
}

/**
 * Maximum number of faces, more than the largest families of Google Fonts have (Chinese ones have some hundred parts per
 * weight).
 */
const MAX_FACES = 2_000;

const RULE = /@font-face\s*\{([^{}]*)\}/g;
const FILE = /url\(\s*(["']?)([^"'()\s]+)\1\s*\)/;
const RANGE = 'U\\+[\\dA-F?]{1,6}(?:-[\\dA-F]{1,6})?';

/** Required form of each part, and its name in the FontFace API. */
const grammar = new Map<string, readonly ['style' | 'weight' | 'unicodeRange', RegExp]>([
  ['font-style', ['style', /^(?:normal|italic|oblique(?: -?\d{1,2}deg){0,2})$/]],
  ['font-weight', ['weight', /^(?:normal|bold|\d{1,4}(?: \d{1,4})?)$/]],
  ['unicode-range', ['unicodeRange', new RegExp(`^${RANGE}(?:,\\s*${RANGE})*$`, 'i')]],
]);

/**
 * Reads the faces of a Google Fonts style sheet. None of it is used as CSS: of each rule, only the family, the file on
 * fonts.gstatic.com, the style, the weight and the characters are read, each by its grammar. Ignores rules without family or
 * file, rules with a malformed part, and everything except `@font-face`.
 */
export function parseFontFaces(css: string): readonly FontFaceRule[] {
  const rules: FontFaceRule[] = [];
  for (const [, body = ''] of css.matchAll(RULE)) {
    const rule = readRule(body);
    if (rule) rules.push(rule);
    if (rules.length === MAX_FACES) break;
  }
  return rules;
}

function readRule(body: string): FontFaceRule | null {
  const descriptors: FontFaceDescriptors = {};
  let family: string | null = null;
  let url: string | null = null;
  for (const declaration of body.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim();
    const value = declaration.slice(colon + 1).trim();
    if (name === 'font-family') family = value.replace(/^(["'])(.*)\1$/, '$2');
    if (name === 'src') url = readFileUrl(value);
    const part = grammar.get(name);
    if (!part) continue;
    const [descriptor, form] = part;
    if (!form.test(value)) return null;
    descriptors[descriptor] = value;
  }
  return family && url ? { family, url, descriptors } : null;
}

/** Returns the first file of a `src` if it is on Google's font host, otherwise null. */
function readFileUrl(src: string): string | null {
  const url = parseFontUrl(FILE.exec(src)?.[2] ?? '');
  return url?.startsWith('https://fonts.gstatic.com/') ? url : null;
}

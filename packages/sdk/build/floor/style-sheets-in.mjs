import { parseAst } from 'vite';
import { isPseudoSelector } from './style-uses.mjs';

const sheet = /[\w\])*]\s*\{\s*(--|[a-z])[\w-]*\s*:|@(media|supports|keyframes|font-face|layer|container)\b/;
const declarations = /^\s*[a-z-]+\s*:[^;{}]+(;\s*[a-z-]+\s*:[^;{}]+)+;?\s*$/;

/**
 * Detects what a text in a script contains: a script (of a worker), a style sheet, the declarations of one element, or a
 * selector.
 *
 * @returns {{ script?: string, styles?: string, context?: 'stylesheet' | 'declarationList' | 'selectorList' }}
 */
export function styleSheetsIn(text) {
  if (declarations.test(text)) return { styles: text, context: 'declarationList' };
  if (sheet.test(text) && !isScript(text)) return { styles: text, context: 'stylesheet' };
  if (text.length < 500 && isPseudoSelector(text)) return { styles: text, context: 'selectorList' };
  // Shorter texts are words.
  return text.length > 200 && /[;{}]/.test(text) && isScript(text) ? { script: text } : {};
}

function isScript(text) {
  try {
    return parseAst(text).body.length > 0;
  } catch {
    return false;
  }
}

import fc from 'fast-check';

/**
 * Text of any UTF-16 code units, lone surrogates included. fast-check's own unit `binary` fills a table of all code points, which
 * takes a second.
 */
export const anyText = (constraints: { readonly maxLength?: number } = {}) =>
  fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)), ...constraints });

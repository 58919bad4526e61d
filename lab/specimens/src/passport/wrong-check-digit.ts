/** Columns of the check digits in a passport's second line. */
const COLUMNS = { documentNumber: 9, birthDate: 19, expiryDate: 27, composite: 43 } as const;

/** Replaces one check digit of a passport's lines by the next digit, as in a zone that was tampered with or misprinted. */
export function withWrongCheckDigit(lines: readonly string[], part: keyof typeof COLUMNS): readonly string[] {
  const [first = '', second = ''] = lines;
  const column = COLUMNS[part];
  const wrong = (Number(second[column]) + 1) % 10;
  return [first, second.slice(0, column) + wrong + second.slice(column + 1)];
}

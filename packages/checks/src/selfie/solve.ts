/**
 * Solves linear equations by Gaussian elimination with pivoting.
 *
 * @param rows - as many as there are unknowns, with the right side last in each; modified in place.
 * @returns null if the equations do not determine a solution.
 */
export function solve(rows: number[][]): number[] | null {
  for (let at = 0; at < rows.length; at++) {
    const pivot = rows
      .slice(at)
      .reduce((best, row) => (Math.abs(row[at]!) > Math.abs(best[at]!) ? row : best));
    if (Math.abs(pivot[at]!) < 1e-9) return null;
    rows[rows.indexOf(pivot)] = rows[at]!;
    rows[at] = pivot;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[at]! / pivot[at]!;
      for (let column = at; column < row.length; column++) row[column]! -= factor * pivot[column]!;
    }
  }
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}

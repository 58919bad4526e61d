/**
 * Solves a square system of linear equations by Gaussian elimination with pivoting.
 *
 * @param matrix - row by row; not modified.
 * @returns the unknowns, or null if the equations do not determine them.
 */
export function solveLinearSystem(matrix: Float64Array, right: Float64Array): Float64Array | null {
  const n = right.length;
  const a = Float64Array.from(matrix);
  const b = Float64Array.from(right);
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let k = i + 1; k < n; k++) if (Math.abs(a[k * n + i]!) > Math.abs(a[pivot * n + i]!)) pivot = k;
    if (!(Math.abs(a[pivot * n + i]!) > 1e-14)) return null;
    if (pivot !== i) swapRows(a, b, n, i, pivot);
    for (let k = i + 1; k < n; k++) {
      const factor = a[k * n + i]! / a[i * n + i]!;
      if (factor === 0) continue;
      for (let j = i; j < n; j++) a[k * n + j]! -= factor * a[i * n + j]!;
      b[k]! -= factor * b[i]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i]!;
    for (let j = i + 1; j < n; j++) sum -= a[i * n + j]! * b[j]!;
    b[i] = sum / a[i * n + i]!;
  }
  return b;
}

function swapRows(a: Float64Array, b: Float64Array, n: number, i: number, k: number): void {
  const row = a.slice(i * n, (i + 1) * n);
  a.copyWithin(i * n, k * n, (k + 1) * n);
  a.set(row, k * n);
  const value = b[i]!;
  b[i] = b[k]!;
  b[k] = value;
}

/** Weighted least squares, with equations added one at a time. */
export interface LeastSquares {
  /** Adds `coefficients . unknowns = value` with a weight. */
  add(coefficients: readonly number[], value: number, weight: number): void;
  /** Regularizes an unknown towards zero. */
  restrain(unknown: number, weight: number): void;
  solve(): Float64Array | null;
}

export function createLeastSquares(unknowns: number): LeastSquares {
  const matrix = new Float64Array(unknowns * unknowns);
  const right = new Float64Array(unknowns);
  return {
    add(coefficients, value, weight) {
      for (let i = 0; i < unknowns; i++) {
        const c = weight * coefficients[i]!;
        if (c === 0) continue;
        right[i]! += c * value;
        for (let j = 0; j < unknowns; j++) matrix[i * unknowns + j]! += c * coefficients[j]!;
      }
    },
    restrain(unknown, weight) {
      matrix[unknown * unknowns + unknown]! += weight;
    },
    solve: () => solveLinearSystem(matrix, right),
  };
}

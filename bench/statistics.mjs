/** The value in the middle. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The least and the greatest value, rounded. */
export const spread = (values) => `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;

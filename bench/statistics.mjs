/** Returns the median. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Returns the minimum and the maximum, rounded. */
export const spread = (values) => `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;

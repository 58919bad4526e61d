// Conditions of a phone on slow 4G.

/** Latency of each request in ms, throughput in bytes per second. */
export const slow4g = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Factor by which the processor is slowed down. */
export const slowCpu = 4;

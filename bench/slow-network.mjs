// The conditions of a phone on slow 4G.

/** Latency of each request in ms, throughput in bytes a second. */
export const slow4g = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** How many times slower the processor is. */
export const slowCpu = 4;

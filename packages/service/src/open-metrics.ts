import { type ListeningServer, listen } from './http/listen.ts';
import type { Logger } from './logging/logger.ts';
import { createRegistry } from './metrics/registry.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import {
  defineGauges,
  defineObserved,
  type MetricObservers,
  type MetricSources,
} from './metrics/service-metrics.ts';
import type { Environment } from './settings/environment.ts';
import { SettingsError } from './settings/setting-fault.ts';
import { faultOfListening, metricsNames } from './settings/usable-settings.ts';

/** Only few clients scrape metrics. */
const mostConnections = 32;

/** Metrics that are kept from here on, and served once everything they read is there. */
export interface OpenMetrics {
  readonly observers: MetricObservers;
  /** @throws {SettingsError} when nobody can listen at the address. */
  serve(sources: MetricSources): Promise<ListeningServer>;
}

/** Opens the metrics that the settings ask for; null: they ask for none. */
export function openMetrics(address: Environment['metrics'], logger: Logger): OpenMetrics | null {
  if (address === null) return null;
  const registry = createRegistry((metric, error) =>
    logger.warn('A metric could not be read.', { metric }, error),
  );
  return {
    observers: defineObserved(registry),
    async serve(sources) {
      defineGauges(registry, sources);
      const options = { ...address, connectionLimit: mostConnections };
      return listen(serveMetrics(registry), options).catch((error: NodeJS.ErrnoException) => {
        const fault = faultOfListening(error, address, metricsNames);
        throw fault ? new SettingsError([fault]) : error;
      });
    },
  };
}

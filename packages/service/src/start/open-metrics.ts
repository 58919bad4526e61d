import { type ListeningServer, listen } from '../http/listen.ts';
import type { Logger } from '../logging/logger.ts';
import { createRegistry } from '../metrics/registry.ts';
import { serveMetrics } from '../metrics/serve-metrics.ts';
import {
  defineGauges,
  defineObserved,
  type MetricObservers,
  type MetricSources,
} from '../metrics/service-metrics.ts';
import type { Environment } from '../settings/environment.ts';
import { SettingsError } from '../settings/setting-fault.ts';
import { faultOfListening, metricsNames } from '../settings/usable-settings.ts';

/** Only few clients scrape metrics. */
const maxConnections = 32;

/** Metrics that are recorded from now on, and served once their sources exist. */
export interface OpenMetrics {
  readonly observers: MetricObservers;
  /** Serves the metrics. @throws {SettingsError} if the address cannot be listened on. */
  serve(sources: MetricSources): Promise<ListeningServer>;
}

/** Opens the metrics if the settings ask for them; otherwise returns null. */
export function openMetrics(address: Environment['metrics'], logger: Logger): OpenMetrics | null {
  if (address === null) return null;
  const registry = createRegistry((metric, error) =>
    logger.warn('A metric could not be read.', { metric }, error),
  );
  return {
    observers: defineObserved(registry),
    async serve(sources) {
      defineGauges(registry, sources);
      const options = { ...address, connectionLimit: maxConnections };
      return listen(serveMetrics(registry), options).catch((error: NodeJS.ErrnoException) => {
        const fault = faultOfListening(error, address, metricsNames);
        throw fault ? new SettingsError([fault]) : error;
      });
    },
  };
}

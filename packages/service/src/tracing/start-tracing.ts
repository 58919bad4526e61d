import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ElapsedMs } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';

/** Settings of traces. */
export interface TracingSettings {
  /** Address of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Share of traces to record, 0 to 1, unless the caller has decided. */
  readonly share: number;
}

/** Minimum time between two log lines about a collector that refuses spans. */
const logEveryMs = 10 * 60_000;
/** Maximum wait for sending the last spans when the service stops. */
const flushWithinMs = 3000;

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP, a few seconds after they end. Spans are dropped while the
 * collector is down, without delaying anything.
 */
export function startTracing(
  { endpoint, serviceName, share }: TracingSettings,
  { version, logger, elapsed }: { version: string; logger: Logger; elapsed: ElapsedMs },
): { stop(): Promise<void> } {
  let loggedAt = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler((error) => {
    if (elapsed() - loggedAt < logEveryMs) return;
    loggedAt = elapsed();
    logger.warn('Traces could not be sent to the collector.', {}, error);
  });
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 10_000 });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, flushWithinMs);
      });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

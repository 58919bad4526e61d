import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** Properties of a new span. */
export interface SpanStart {
  readonly kind?: 'server' | 'client' | 'internal';
  /** Attributes without personal data, secrets or query strings. */
  readonly attributes?: Attributes;
  /** Request headers with the `traceparent` that the span continues; absent: continues the current span. */
  readonly continues?: Readonly<Record<string, string | undefined>>;
  /** Whether the span starts a new trace instead of continuing the current one. */
  readonly isRoot?: boolean;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Runs a function within a span; spans started meanwhile become its children. If the function fails, the span records the name
 * of the error, but never its message. Without `startTracing`, nothing is recorded.
 */
export function inSpan<T>(name: string, start: SpanStart, act: (span: Span) => Promise<T>): Promise<T> {
  const { kind = 'internal', attributes = {}, continues, isRoot = false } = start;
  const around: Context = isRoot ? ROOT_CONTEXT : context.active();
  const parent: Context = continues ? propagation.extract(around, continues) : around;
  const tracer = trace.getTracer('orchestration');
  return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, parent, async (span) => {
    try {
      return await act(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Returns the header that lets a receiver continue the current span; empty if nothing is recorded. Never forwards headers of a
 * caller.
 */
export function tracingHeaders(): { traceparent?: string } {
  const headers: { traceparent?: string } = {};
  propagation.inject(context.active(), headers);
  return headers.traceparent === undefined ? {} : { traceparent: headers.traceparent };
}

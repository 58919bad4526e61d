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

/** Part of a span that is known before it begins. */
export interface SpanStart {
  readonly kind?: 'server' | 'client' | 'internal';
  /** Facts without personal data, secrets or query strings. */
  readonly attributes?: Attributes;
  /** Headers of a request whose `traceparent` the span continues; left out: it continues the span under way. */
  readonly continues?: Readonly<Record<string, string | undefined>>;
  /** Whether it continues nothing, not even the span under way. */
  readonly isRoot?: boolean;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Does something within a span; spans that begin meanwhile are part of it. A failure ends the span with the name of the error, never
 * with its message. Without `startTracing` nothing is recorded.
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

/** Header that lets a receiver continue the span under way; none when nothing is recorded. Never what a caller sent along. */
export function tracingHeaders(): { traceparent?: string } {
  const headers: { traceparent?: string } = {};
  propagation.inject(context.active(), headers);
  return headers.traceparent === undefined ? {} : { traceparent: headers.traceparent };
}

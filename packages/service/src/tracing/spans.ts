import {
  type Attributes,
  type Context,
  context,
  propagation,
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
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Does something within a span; spans that begin meanwhile are part of it. A failure ends the span with the name of the error, never
 * with its message. Without `startTracing` nothing is recorded.
 */
export function inSpan<T>(name: string, start: SpanStart, act: (span: Span) => Promise<T>): Promise<T> {
  const { kind = 'internal', attributes = {}, continues } = start;
  const parent: Context = continues ? propagation.extract(context.active(), continues) : context.active();
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

/** Headers that let a receiver continue the span under way (`traceparent`); none when nothing is recorded. */
export function tracingHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

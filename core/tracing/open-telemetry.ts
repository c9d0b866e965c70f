import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type SpanKind as Kind, type Span, useTracer } from './tracing.ts';

const kinds: Record<Kind, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

const contextOf = (traceparent: string | undefined) => {
  const [, traceId, spanId, flags] = /^00-(\w{32})-(\w{16})-(\w{2})$/.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    isRemote: true,
    traceFlags: Number.parseInt(flags, 16) & 1,
  });
};

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & 1}`;

/**
 * Sends spans to the collector in the usual OTEL_ settings (address, headers, sampling). Returns a function that sends
 * the remaining ones and stops.
 */
export function sendTraces({ version, part }: { version: string; part: string }): () => Promise<void> {
  const share = Number(process.env['OTEL_TRACES_SAMPLER_ARG'] ?? 1);
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'millwright',
        'service.version': version,
        'millwright.part': part,
      }),
    ),
    // For a trace that the caller has begun, the caller's sampling decision applies.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('millwright', version);
  useTracer({
    begin(name, kind, attributes, parent): Span {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, contextOf(parent));
      return {
        traceparent: traceparentOf(span.spanContext()),
        note: (more) => void span.setAttributes({ ...more }),
        fail: (error) => {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', nameOf(error));
        },
        end: () => span.end(),
      };
    },
  });
  return async () => {
    useTracer(undefined);
    // A collector that does not respond must not prevent the shutdown.
    await provider.shutdown().catch(() => {});
  };
}

/** The code of a problem or of PostgreSQL, else the name of the class. */
const nameOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return ([code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each)) as string) ?? 'Error';
};

import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** One piece of work with a beginning and an end, as a collector of traces is told of it. */
export interface Span {
  /** W3C trace context of what follows from it. */
  readonly traceparent: string;
  note(attributes: SpanAttributes): void;
  /** Says that it failed, by the name of the error alone: messages may hold what people wrote. */
  fail(error: unknown): void;
  end(): void;
}

export interface Tracer {
  begin(name: string, kind: SpanKind, attributes: SpanAttributes, parent: string | undefined): Span;
}

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span>();

/** Traces from now on; undefined ends it. Nothing is kept of what happens without one. */
export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}

/**
 * Runs work as a span of the one around it, or of `parent`. Names and attributes are of this installation's code, never
 * of its data: no ids of accounts, no values of statements.
 */
export function traced<T>(
  span: { name: string; kind: SpanKind; attributes?: SpanAttributes; parent?: string | undefined },
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  return tracer ? tracedBy(tracer, span, work) : work(undefined);
}

async function tracedBy<T>(
  by: Tracer,
  { name, kind, attributes = {}, parent }: Parameters<typeof traced>[0],
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const begun = by.begin(name, kind, attributes, parent ?? current.getStore()?.traceparent);
  try {
    return await current.run(begun, () => work(begun));
  } catch (error) {
    begun.fail(error);
    throw error;
  } finally {
    begun.end();
  }
}

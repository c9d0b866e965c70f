import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span: some work with its beginning and end, for a collector of traces. */
export interface Span {
  /** W3C trace context for work that follows from it. */
  readonly traceparent: string;
  note(attributes: SpanAttributes): void;
  /** Marks it as failed with the name of the error only, because messages may contain data that people entered. */
  fail(error: unknown): void;
  end(): void;
}

export interface Tracer {
  begin(name: string, kind: SpanKind, attributes: SpanAttributes, parent: string | undefined): Span;
}

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span>();

/** Sets the tracer; undefined ends tracing. Without a tracer nothing is recorded. */
export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}

/**
 * Runs work as a span of the surrounding one, or of `parent`. Names and attributes come from code, never from data: no
 * ids of accounts, no values of statements.
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

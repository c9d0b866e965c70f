import type { CallContext } from '../../kernel/context/context.ts';
import type { Route } from '../../kernel/route.ts';
import { traced } from '../../tracing/tracing.ts';

type Traced = Pick<CallContext, 'requestID' | 'traceparent' | 'log'>;

/** Runs a call as a span of the caller's trace, where tracing is on. Later spans of the call belong to this span. */
export function inSpan(
  { endpoint: { method, path } }: Route,
  plugin: string,
  call: Traced,
  work: () => Promise<Response>,
): Promise<Response> {
  const attributes = {
    'http.request.method': method,
    'http.route': `/api${path}`,
    'millwright.plugin': plugin,
    'millwright.request_id': call.requestID,
  };
  const name = `${method} /api${path}`;
  return traced({ name, kind: 'server', attributes, parent: call.traceparent }, async (span) => {
    if (span) {
      const { traceparent } = span;
      Object.assign(call, { traceparent, log: call.log.child({ traceID: traceparent.slice(3, 35) }) });
    }
    const response = await work();
    span?.note({ 'http.response.status_code': response.status });
    if (response.status >= 500) span?.fail({ name: String(response.status) });
    return response;
  });
}

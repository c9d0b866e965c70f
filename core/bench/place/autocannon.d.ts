/** The part of autocannon 9 that the benchmark uses; the package has no types. */
declare module 'autocannon' {
  interface Client {
    setRequests(requests: readonly AutocannonRequest[]): void;
  }
  interface AutocannonRequest {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    amount?: number;
    headers?: Record<string, string>;
    requests: readonly AutocannonRequest[];
    setupClient?: (client: Client) => void;
    /** Seconds. */
    timeout?: number;
  }
  interface Result {
    errors: number;
    timeouts: number;
  }
  interface Run extends PromiseLike<Result> {
    /** Milliseconds, with fractions. */
    on(
      event: 'response',
      listener: (client: Client, status: number, bytes: number, milliseconds: number) => void,
    ): unknown;
  }
  export default function autocannon(options: Options): Run;
}

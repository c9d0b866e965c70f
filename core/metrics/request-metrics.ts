import type { Metric, Sample } from './metric.ts';

/** Class of a request. Fast and slow requests, and those of different kinds, are not averaged. */
export type RequestClass = 'read' | 'write' | 'long' | 'person' | 'widget';

export interface CountedRequest {
  requestClass: RequestClass;
  plugin: string;
  status: number;
  /** In milliseconds. */
  latency: number;
}

/**
 * Upper bounds of the histogram in seconds. On a screen delays above the third are noticeable; above the sixth people
 * wait.
 */
const bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Series {
  labels: Readonly<Record<string, string>>;
  /** Number of requests per bound (not cumulative); the last is beyond all bounds. */
  counts: number[];
  sum: number;
  statuses: Map<number, number>;
}

/** Counts answered requests of this process by class and plugin: some dozens of series, independent of the requests. */
export class RequestMetrics {
  readonly #series = new Map<string, Series>();

  count({ requestClass, plugin, status, latency }: CountedRequest): void {
    const key = `${requestClass} ${plugin}`;
    let series = this.#series.get(key);
    if (!series) {
      series = {
        labels: { class: requestClass, plugin },
        counts: new Array(bounds.length + 1).fill(0),
        sum: 0,
        statuses: new Map(),
      };
      this.#series.set(key, series);
    }
    const seconds = latency / 1_000;
    const place = bounds.findIndex((bound) => seconds <= bound);
    const index = place < 0 ? bounds.length : place;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += seconds;
    series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1);
  }

  metrics(): Metric[] {
    const all = [...this.#series.values()];
    return [
      {
        name: 'requests_total',
        type: 'counter',
        help: 'Requests answered since the start, by class, plugin and status',
        samples: all.flatMap(({ labels, statuses }) =>
          [...statuses].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value })),
        ),
      },
      {
        name: 'request_duration_seconds',
        type: 'histogram',
        help: 'How long answers took, by class and plugin',
        samples: all.flatMap(histogram),
      },
    ];
  }
}

function histogram({ labels, counts, sum }: Series): Sample[] {
  let below = 0;
  const buckets = counts.map((count, place): Sample => {
    below += count;
    return { labels: { ...labels, le: String(bounds[place] ?? '+Inf') }, value: below, suffix: '_bucket' };
  });
  return [...buckets, { labels, value: sum, suffix: '_sum' }, { labels, value: below, suffix: '_count' }];
}

/** A value of a metric with its labels. */
export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
  /** For a histogram: `_bucket`, `_sum`, `_count`. */
  suffix?: string;
}

/** A metric of `/metrics` by the conventions of Prometheus: units in the name, counters end in `_total`. */
export interface Metric {
  /** Without the prefix `millwright_`. */
  name: string;
  type: 'gauge' | 'counter' | 'histogram';
  help: string;
  samples: readonly Sample[];
}

export const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
});

/** A gauge with several labels. */
export const gauges = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  help,
  type: 'gauge',
  samples,
});

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

/** The Prometheus text format: https://prometheus.io/docs/instrumenting/exposition_formats */
export const exposition = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length)
    .map(({ name, type, help, samples }) =>
      [
        `# HELP millwright_${name} ${help}`,
        `# TYPE millwright_${name} ${type}`,
        ...samples.map(({ labels = {}, value, suffix = '' }) => {
          const pairs = Object.entries(labels).map(([label, text]) => `${label}=${quoted(text)}`);
          return `millwright_${name}${suffix}${pairs.length ? `{${pairs.join(',')}}` : ''} ${value}`;
        }),
        '',
      ].join('\n'),
    )
    .join('');

/** Labels of a sample: values by name. */
export type Labels = Readonly<Record<string, string>>;

/** One value of a gauge. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** Metric that counts events. */
export interface Counter {
  add(labels: Labels, amount?: number): void;
}

/** Metric that counts durations or other amounts by size. */
export interface Histogram {
  observe(labels: Labels, value: number): void;
}

/** Metrics of this process, in the text format of Prometheus. */
export interface Registry {
  counter(name: string, help: string): Counter;
  /** @param bounds - upper bounds of the buckets, ascending. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  /** Adds a gauge that is read on each request of the metrics. @param read - returns no sample if the value is unknown. */
  gauge(name: string, help: string, read: () => readonly Sample[] | Promise<readonly Sample[]>): void;
  /** Returns the names of all metrics. */
  names(): string[];
  /** Writes all metrics in text format 0.0.4. Leaves out a gauge that cannot be read, and reports it. */
  render(): Promise<string>;
}

interface Metric {
  readonly name: string;
  /** Returns the lines after the head, without line feeds. */
  lines(): Promise<string[]>;
  readonly head: string;
}

/**
 * Creates an empty registry.
 *
 * @param onFailure - called for a gauge that cannot be read.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function createRegistry(onFailure: (name: string, error: unknown) => void): Registry {
  const metrics: Metric[] = [];
  const register = (name: string, type: string, help: string, lines: Metric['lines']) => {
    if (metrics.some((metric) => metric.name === name))
      throw new Error(`The metric ${name} is already registered.`);
    const head = `# HELP ${name} ${escaped(help, /[\\\n]/g)}\n# TYPE ${name} ${type}`;
    metrics.push({ name, head, lines });
  };
  return {
    counter(name, help) {
      const counts = new Map<string, number>();
      register(name, 'counter', help, async () =>
        [...counts].map(([labels, value]) => `${name}${labels} ${value}`),
      );
      return {
        add(labels, amount = 1) {
          const key = labelText(labels);
          counts.set(key, (counts.get(key) ?? 0) + amount);
        },
      };
    },
    histogram(name, help, bounds) {
      const series = new Map<string, { labels: Labels; buckets: number[]; sum: number; count: number }>();
      register(name, 'histogram', help, async () =>
        [...series.values()].flatMap(({ labels, buckets, sum, count }) => [
          ...bounds.map(
            (bound, index) =>
              `${name}_bucket${labelText({ ...labels, le: String(bound) })} ${buckets[index]}`,
          ),
          `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`,
          `${name}_sum${labelText(labels)} ${sum}`,
          `${name}_count${labelText(labels)} ${count}`,
        ]),
      );
      return {
        observe(labels, value) {
          const key = labelText(labels);
          const one = series.get(key) ?? { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 };
          series.set(key, one);
          one.sum += value;
          one.count += 1;
          for (const [index, bound] of bounds.entries()) if (value <= bound) one.buckets[index]! += 1;
        },
      };
    },
    gauge(name, help, read) {
      register(name, 'gauge', help, async () =>
        (await read()).map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
      );
    },
    names: () => metrics.map(({ name }) => name),
    async render() {
      const parts = await Promise.all(
        metrics.map(async ({ name, head, lines }) => {
          try {
            return [head, ...(await lines())].join('\n');
          } catch (error) {
            onFailure(name, error);
            return head;
          }
        }),
      );
      return `${parts.join('\n')}\n`;
    },
  };
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value, /[\\\n"]/g)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string, special: RegExp): string {
  return text.replace(special, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}

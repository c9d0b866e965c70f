import { Hono } from 'hono';

export interface OpsSource {
  /** Throws where the database does not answer. */
  ping(): Promise<void>;
  isReady(): boolean;
  metrics(): Promise<Record<string, number>> | Record<string, number>;
}

const within = async (work: Promise<void>, milliseconds: number): Promise<boolean> => {
  const late = new Promise<boolean>((done) => setTimeout(() => done(false), milliseconds).unref());
  return Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    late,
  ]);
};

/** The operator's port: `/livez` (the process runs), `/readyz` (it can do work), `/metrics` (Prometheus text). */
export function createOps(source: OpsSource): Hono {
  const ops = new Hono();
  ops.get('/livez', (c) => c.json({ status: 'ok' }));
  ops.get('/readyz', async (c) => {
    const database = await within(source.ping(), 500);
    const ready = database && source.isReady();
    return c.json({ status: ready ? 'ok' : 'unavailable', database, draining: !source.isReady() }, ready ? 200 : 503);
  });
  ops.get('/metrics', async (c) => {
    const lines = Object.entries(await source.metrics()).flatMap(([name, value]) => [
      `# TYPE millwright_${name} gauge`,
      `millwright_${name} ${value}`,
    ]);
    return c.text(`${lines.join('\n')}\n`);
  });
  return ops;
}

import { createHash } from 'node:crypto';
import { median } from './median.ts';

const rounds = 9;

/**
 * Processor seconds of one unit of work on this machine: a fixed piece of typical test work (texts, objects, sorting,
 * hashes). Returns the median of several rounds, so that a disturbed round does not count.
 */
export function measureUnit(): number {
  work();
  const costs = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return median(costs) * rounds;
}

function work(): string {
  const rows = Array.from({ length: 4_000 }, (_, at) => ({
    id: `row_${(at * 7919) % 4001}`,
    quantity: at % 17,
    note: `Row ${at}`,
  }));
  const copies = JSON.parse(JSON.stringify(rows)) as typeof rows;
  copies.sort((a, b) => a.quantity - b.quantity || a.id.localeCompare(b.id));
  const byID = new Map(copies.map((row) => [row.id, row]));
  return createHash('sha256')
    .update([...byID.values()].map(({ id, note }) => `${id}${note}`).join())
    .digest('hex');
}

import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time that this process has used. */
export const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds per tick of /proc, which is a hundredth of a second on all common Linux systems. */
const tick = 10;

/** Processor time in milliseconds of a process and its running and ended children; undefined without /proc. */
export function processorTimeOfTree(pid: number): number | undefined {
  try {
    const stats = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const text = readFileSync(`/proc/${name}/stat`, 'utf8');
          // The name in parentheses can contain anything; the fields after it are numbers, from the state on.
          const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
          const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((place) =>
            Number(fields[place]),
          );
          return [
            {
              pid: Number(name),
              parent,
              own: Number(user) + Number(system),
              ended: Number(endedUser) + Number(endedSystem),
            },
          ];
        } catch {
          // The process has ended in the meantime.
          return [];
        }
      });
    const root = stats.find((each) => each.pid === pid);
    if (!root) return undefined;
    const children = stats.filter(({ parent }) => parent === pid);
    return tick * (root.own + root.ended + children.reduce((sum, { own }) => sum + own, 0));
  } catch {
    return undefined;
  }
}

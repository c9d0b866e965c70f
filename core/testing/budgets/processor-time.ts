import { readFileSync } from 'node:fs';

/** Clock ticks of /proc per second, equal on every Linux. */
const ticks = 100;

interface Usage {
  own: number;
  /** Time of ended children, including their own children. */
  ended: number;
}

function usageOf(pid: number | string): Usage {
  try {
    // The name before it can contain spaces and parentheses.
    const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ').map(Number);
    const sum = (...at: number[]) => at.reduce((total, each) => total + (fields[each] ?? 0), 0) / ticks;
    return { own: sum(11, 12), ended: sum(13, 14) };
  } catch {
    return { own: 0, ended: 0 };
  }
}

function childrenOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

/**
 * Processor seconds of a process with all running and ended children, except the child with the id `without`, which is
 * counted separately.
 */
export function secondsOfTree(pid: number | string, without?: number): number {
  const { own, ended } = usageOf(pid);
  const children = childrenOf(pid).filter((child) => Number(child) !== without);
  return own + ended + children.reduce((sum, child) => sum + secondsOfTree(child), 0);
}

/** Whether this system reports processor times. Without them nothing is measured, and reports mention it. */
export const isMeasurable = (): boolean => usageOf('self').own > 0;

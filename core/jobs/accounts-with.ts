import { Problem } from '../contracts/problem.ts';
import { listAccountIDs, loadAccess } from '../tenancy/access.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';

/** Accounts looked at side by side: each takes a connection that requests want too. */
const width = 4;

/** Ids of the accounts for which a plugin is enabled, oldest first; all accounts for `core`. */
export async function accountsWith(tenancy: Tenancy, pluginID: string): Promise<string[]> {
  const all = await listAccountIDs(tenancy, { onlyOpen: true });
  if (pluginID === 'core') return all;
  const enabled = new Set<string>();
  const waiting = [...all];
  const look = async (): Promise<void> => {
    for (let accountID = waiting.pop(); accountID !== undefined; accountID = waiting.pop())
      if (await hasPlugin(tenancy, accountID, pluginID)) enabled.add(accountID);
  };
  await Promise.all(Array.from({ length: width }, look));
  return all.filter((accountID) => enabled.has(accountID));
}

async function hasPlugin(tenancy: Tenancy, accountID: string, pluginID: string): Promise<boolean> {
  try {
    return (await loadAccess(tenancy, accountID, { type: 'system' })).plugins.has(pluginID);
  } catch (error) {
    // Removed since the list was read; one account that is gone must not keep the job from all others.
    if (error instanceof Problem && error.code === 'account_required') return false;
    throw error;
  }
}

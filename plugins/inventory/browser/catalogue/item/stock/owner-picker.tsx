import { RecordPicker, type RecordSource, useEndpoint } from '@millwright/core/browser';
import { searchRecords } from '@millwright/core/contracts';
import { useMemo } from 'react';
import { listInventories } from '../../../../contracts/index.ts';

/** Owner of the stock; null is the account itself. */
export type StockOwner = { id: string; name: string } | null;

/** Whether the account keeps stock of customers, so that screens ask for the owner. */
export function useKeepsForOthers(): boolean {
  const { data } = useEndpoint(listInventories, { query: { isOwn: false, take: 1 } }, { staleTime: 300_000 });
  return (data?.count ?? 0) > 0;
}

/** Customers, found by typing; the chosen one is known before. */
const sourceOf = (owner: StockOwner): RecordSource => ({
  name: `owners beside ${owner?.id ?? 'nobody'}`,
  needs: ['customers:read'],
  async search(client, text) {
    if (!text.trim()) return owner ? [{ value: owner.id, label: owner.name }] : [];
    const { items } = await client.call(searchRecords, { query: { query: text, types: ['customer'], take: 20 } });
    return items.map(({ id, title, subtitle }) => ({ value: id, label: title, hint: subtitle }));
  },
  one: async (_, id) => ({ value: id, label: owner?.id === id ? owner.name : id }),
});

/** Chooses the owner of the stock; empty means the account. */
export function OwnerPicker({
  label,
  owner,
  onPick,
}: {
  label: string;
  owner: StockOwner;
  onPick(owner: StockOwner): void;
}) {
  const source = useMemo(() => sourceOf(owner), [owner]);
  return (
    <RecordPicker
      source={source}
      value={owner?.id ?? null}
      aria-label={label}
      placeholder="Our own"
      clearable
      w={170}
      onPick={(id, option) => onPick(id && option ? { id, name: option.label } : null)}
    />
  );
}

import { type RecordSource, recordSource } from '@millwright/core/browser';
import { getTeamUser, listTeamUsers } from '@millwright/core/contracts';
import { getItem, getMachine, listItems, listMachines } from '@millwright/inventory/contracts';

/** Items of all types by SKU, with their description. */
export const itemSource = recordSource(listItems, {
  option: (item) => ({ value: item.id, label: item.sku, hint: item.description }),
  one: getItem,
});

/** Machines by name. */
export const machineSource = recordSource(listMachines, {
  option: ({ id, name, department }) => ({ value: id, label: name, ...(department ? { hint: department.name } : {}) }),
  one: getMachine,
});

/** People of the team by name. */
export const memberSource = (accountID: string): RecordSource => ({
  name: 'members',
  async search(client, text) {
    const { items } = await client.call(listTeamUsers, {
      params: { accountID },
      query: { take: 50, query: text || undefined },
    });
    return items.map(({ id, name, email }) => ({ value: id, label: name, hint: email }));
  },
  async one(client, id) {
    const { name, email } = await client.call(getTeamUser, { params: { accountID, userID: id } });
    return { value: id, label: name, hint: email };
  },
});

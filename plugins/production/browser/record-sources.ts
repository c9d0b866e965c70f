import { type RecordSource, recordSource } from '@millwright/core/browser';
import { getTeamUser, listTeamUsers } from '@millwright/core/contracts';
import {
  getDepartment,
  getItem,
  getMachine,
  listDepartments,
  listItems,
  listMachines,
} from '@millwright/inventory/contracts';
import {
  getProductionStep,
  getScanningStation,
  listProductionSteps,
  listScanningStations,
} from '../contracts/index.ts';

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

/** Departments by name. */
export const departmentSource = recordSource(listDepartments, {
  option: ({ id, name }) => ({ value: id, label: name }),
  one: getDepartment,
});

/** Production steps by name, with what they make. */
export const stepSource = recordSource(listProductionSteps, {
  option: ({ id, name, production }) => ({ value: id, label: name, hint: production.item.sku }),
  one: getProductionStep,
});

/** Scanning stations by name. */
export const stationSource = recordSource(listScanningStations, {
  option: ({ id, name, department }) => ({ value: id, label: name, ...(department ? { hint: department.name } : {}) }),
  one: getScanningStation,
});

/** People of the team by name. */
export const memberSource = (accountID: string): RecordSource => ({
  name: 'members',
  needs: ['team_users:read'],
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

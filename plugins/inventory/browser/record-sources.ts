import { type RecordSource, type ReferenceSources, recordSource } from '@millwright/core/browser';
import { getTeamUser, listTeamUsers, searchRecords } from '@millwright/core/contracts';
import {
  createProductLine,
  getDepartment,
  getItem,
  getLot,
  getProductLine,
  getStorageLocation,
  getUnit,
  getUnitGroup,
  type ItemType,
  listDepartments,
  listItems,
  listLots,
  listProductLines,
  listStorageLocations,
  listUnitGroups,
  listUnits,
} from '../contracts/index.ts';

/** Product lines by name. */
export const productLineSource = recordSource(listProductLines, {
  option: (line) => ({ value: line.id, label: line.name }),
  one: getProductLine,
  create: { noun: 'product line', endpoint: createProductLine },
});

/** Unit groups by name, with their base unit. */
export const unitGroupSource = recordSource(listUnitGroups, {
  option: (group) => ({ value: group.id, label: group.name, hint: group.baseUnit.name }),
  one: getUnitGroup,
});

/** Units by name, with their description. */
export const unitSource = recordSource(listUnits, {
  option: (unit) => ({ value: unit.id, label: unit.name, hint: unit.description }),
  one: getUnit,
});

/** Departments by name. */
export const departmentSource = recordSource(listDepartments, {
  option: (department) => ({ value: department.id, label: department.name }),
  one: getDepartment,
});

/** Sources of references for departments and machines. */
export const plantSources: ReferenceSources = { department: departmentSource };

/** Places by their path. */
export const locationSource = recordSource(listStorageLocations, {
  option: (place) => ({ value: place.id, label: place.fullName }),
  one: getStorageLocation,
  // A place comes before what is inside it.
  browse: { sortBy: 'fullName' },
});

/** Lots by number, with the SKU of their item. */
export const lotSource = recordSource(listLots, {
  option: (lot) => ({ value: lot.id, label: lot.lotNumber, hint: lot.item.sku }),
  one: getLot,
});

/** Customers and suppliers, found by typing; `known` is the record's present one. */
export const partySource = (known?: { id: string; name: string }): RecordSource => ({
  name: 'parties',
  // The search answers with what the person may read, so it needs no right of its own.
  needs: [],
  async search(client, text) {
    if (!text.trim()) return known ? [{ value: known.id, label: known.name }] : [];
    const { items } = await client.call(searchRecords, {
      query: { query: text, types: ['customer', 'supplier'], take: 20 },
    });
    return items.map(({ id, title, subtitle, label }) => ({ value: id, label: title, hint: subtitle || label }));
  },
  one: async (_, id) => ({ value: id, label: known?.id === id ? known.name : id }),
});

const supplierNames = new Map<string, string>();

/**
 * Suppliers, found by typing. They belong to another plugin, so only the global search finds them, and the source
 * remembers the names of its results.
 */
export const supplierSource: RecordSource = {
  name: 'suppliers',
  needs: ['suppliers:read'],
  async search(client, text) {
    if (!text.trim()) return [];
    const { items } = await client.call(searchRecords, { query: { query: text, types: ['supplier'], take: 20 } });
    for (const { id, title } of items) supplierNames.set(id, title);
    return items.map(({ id, title, subtitle }) => ({ value: id, label: title, hint: subtitle }));
  },
  one: async (_, id) => ({ value: id, label: supplierNames.get(id) ?? id }),
};

const stationNames = new Map<string, string>();

/** Scanning stations, found the same way, because they belong to production. */
export const stationSource: RecordSource = {
  name: 'stations-of-movements',
  needs: ['scanning_stations:read'],
  async search(client, text) {
    if (!text.trim()) return [];
    const query = { query: text, types: ['scanning_station'], take: 20 };
    const { items } = await client.call(searchRecords, { query });
    for (const { id, title } of items) stationNames.set(id, title);
    return items.map(({ id, title, subtitle }) => ({ value: id, label: title, hint: subtitle }));
  },
  one: async (_, id) => ({ value: id, label: stationNames.get(id) ?? id }),
};

/** Items of every type by SKU. */
export const itemSource = recordSource(listItems, {
  option: (item) => ({ value: item.id, label: item.sku, hint: item.description }),
  one: getItem,
});

const hrefs: Readonly<Record<ItemType, string>> = {
  product: '/dashboard/products',
  part: '/dashboard/parts',
  material: '/dashboard/materials',
  supply: '/dashboard/supplies',
};

/** The path of an item's screen, for any type. */
export const itemHref = (item: { id: string; type: ItemType }): string => `${hrefs[item.type]}/${item.id}`;

/** Types of items to filter by. */
export const itemTypeOptions: readonly { value: ItemType; label: string }[] = [
  { value: 'product', label: 'Products' },
  { value: 'part', label: 'Parts' },
  { value: 'material', label: 'Materials' },
  { value: 'supply', label: 'Supplies' },
];

/**
 * Members of the account, by name. The path needs the account's id; the caller needs the permission to read the team.
 */
export const memberSource = (accountID: string): RecordSource => ({
  name: 'members',
  needs: ['team_users:read'],
  async search(client, text) {
    const query = { take: 50, query: text || undefined };
    const { items } = await client.call(listTeamUsers, { params: { accountID }, query });
    return items.map(({ id, name, email }) => ({ value: id, label: name, hint: email }));
  },
  async one(client, id) {
    const { name } = await client.call(getTeamUser, { params: { accountID, userID: id } });
    return { value: id, label: name };
  },
});

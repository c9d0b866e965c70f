import { problems } from '@millwright/core/contracts';
import { enabledOf, type Route, route } from '@millwright/core/server';
import {
  deleteItemAttribute,
  getItem,
  getItemUses,
  type ItemMakingPort,
  type ItemUsePort,
  itemTypes,
  listItems,
  materialEndpoints,
  partEndpoints,
  putItemAttribute,
  putItemCategory,
  supplyEndpoints,
  updateItem,
} from '../../../contracts/index.ts';
import { editItems, previewEditItems } from './edit/item-edit.ts';
import { findItems, itemByID } from './item.queries.ts';
import type { ItemService } from './item.service.ts';
import { withoutProductFields } from './list/item-columns.ts';
import { whereItemIsUsed } from './use/item-where-used.ts';

/** The endpoints of one type. */
const routesOf = (
  items: ItemService,
  { type, ...endpoints }: typeof partEndpoints | typeof materialEndpoints | typeof supplyEndpoints,
): Route[] => {
  // One type stands for the endpoints of the three item types, which differ only in texts.
  const { list, get, create, update, remove, bulkDelete, bulkEdit, previewBulkEdit } = endpoints as Omit<
    typeof partEndpoints,
    'type'
  >;
  const one = <Value>(value: Value) => value as never;
  return [
    route(list, async (ctx, { query }) => {
      const page = await findItems(ctx, [type], query);
      return { items: one(page.items.map(withoutProductFields)), count: page.count };
    }),
    route(get, async (ctx, { params }) => one(withoutProductFields(await itemByID(ctx, params.itemID, type)))),
    route(create, async (ctx, { body }) => one(withoutProductFields(await items.create(ctx, type, body)))),
    route(update, async (ctx, { params, body }) =>
      one(withoutProductFields(await items.update(ctx, params.itemID, body, type))),
    ),
    route(remove, (ctx, { params }) => items.remove(ctx, params.itemID, type)),
    route(bulkDelete, (ctx, { body }) => items.bulkDelete(ctx, type, body)),
    route(bulkEdit, (ctx, { body }) => editItems(ctx, type, body)),
    route(previewBulkEdit, (ctx, { body }) => previewEditItems(ctx, type, body)),
  ];
};

/** `others` are domains that use items, `makers` domains that make them. */
export const itemRoutes = (
  items: ItemService,
  others: readonly ItemUsePort[],
  makers: readonly ItemMakingPort[],
): Route[] => [
  route(listItems, async (ctx, { query: { types, onlyInitialSubassemblies, ...page } }) => {
    const making = onlyInitialSubassemblies ? enabledOf(ctx, makers) : [];
    if (onlyInitialSubassemblies && !making.length)
      throw problems.invalid_input({
        errors: [
          {
            path: 'onlyInitialSubassemblies',
            message: 'Which items are first subassemblies is known to production, which is not installed',
          },
        ],
      });
    const ids = await Promise.all(making.map((maker) => maker.initialSubassemblies(ctx)));
    const among = onlyInitialSubassemblies ? { ids: ids.flat() } : {};
    return findItems(ctx, types ? itemTypes.filter((type) => types.includes(type)) : itemTypes, { ...page, ...among });
  }),
  route(getItem, (ctx, { params }) => itemByID(ctx, params.itemID)),
  route(getItemUses, async (ctx, { params }) => ({ uses: await whereItemIsUsed(ctx, others, params.itemID) })),
  route(updateItem, (ctx, { params, body }) => items.update(ctx, params.itemID, body)),
  route(putItemAttribute, (ctx, { params }) => items.putAttribute(ctx, params.itemID, params.attributeID)),
  route(deleteItemAttribute, (ctx, { params }) => items.deleteAttribute(ctx, params.itemID, params.attributeID)),
  route(putItemCategory, (ctx, { params }) => items.putCategory(ctx, params.itemID, params.categoryID)),
  ...[partEndpoints, materialEndpoints, supplyEndpoints].flatMap((endpoints) => routesOf(items, endpoints)),
];

import { newID } from '@millwright/core/contracts';
import { type TestAccount, type TestPerson, violationsOf } from '@millwright/core/testing';
import { expect } from 'vitest';
import { createProduct } from '../../../contracts/index.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import inventory from '../../plugin.ts';
import { Lot } from '../lot/lot.entity.ts';

/** Places of a test: the account's default place, two open places, a reserved one and a closed one. */
export interface StockPlaces {
  main: string;
  north: string;
  south: string;
  kept: string;
  closed: string;
}

export async function createPlaces(account: TestAccount): Promise<StockPlaces> {
  return account.run(async (ctx) => {
    const existing = await ctx.em.findOne(StorageLocation, { accountID: ctx.account.id, isDefault: true });
    const make = (name: string, reservationState: 'open' | 'reserved' | 'closed', isDefault = false): string =>
      ctx.em.create(StorageLocation, {
        id: newID('loc'),
        name,
        type: 'warehouse',
        reservationState,
        isDefault,
        isClosed: reservationState === 'closed',
      }).id;
    const places = {
      main: existing?.id ?? make('Main', 'open', true),
      north: make('North', 'open'),
      south: make('South', 'open'),
      kept: make('Kept', 'reserved'),
      closed: make('Closed', 'closed'),
    };
    await ctx.em.flush();
    return places;
  });
}

/** A product counted in eaches that costs 2 each. */
export async function createStockItem(person: TestPerson, sku: string): Promise<string> {
  const { id } = await person.call(createProduct, { body: { sku, unitCost: 2 } });
  return id;
}

export const createFixtureLot = (account: TestAccount, itemID: string, lotNumber: string): Promise<string> =>
  account.run(async (ctx) => {
    const { id } = ctx.em.create(Lot, { id: newID('lot'), item: [ctx.account.id, itemID], lotNumber });
    await ctx.em.flush();
    return id;
  });

/** Checks every invariant of the plugin by its database query. */
export async function expectLaws(account: TestAccount): Promise<void> {
  expect(await violationsOf(account, inventory)).toEqual([]);
}

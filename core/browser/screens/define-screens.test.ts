import { expect, it } from 'vitest';
import { defineScreens, loadComponent } from './define-screens.ts';

const OrderListScreen = () => null;
const OrderFactsSlot = () => null;

it('keeps screens, commands and slots', () => {
  const load = async () => ({ OrderListScreen });
  expect(defineScreens({ orders: load })).toEqual({
    kind: 'screens',
    screens: { orders: load },
    commands: [],
    slots: {},
  });
});

it('picks the one component named Screen or Slot', async () => {
  expect(await loadComponent(async () => ({ OrderListScreen, columns: [] }))).toBe(OrderListScreen);
  expect(await loadComponent(async () => ({ OrderFactsSlot }))).toBe(OrderFactsSlot);
});

it('says what is wrong with a module that has none or several', async () => {
  await expect(loadComponent(async () => ({ list: 1 }))).rejects.toThrow('found: none');
  await expect(loadComponent(async () => ({ OrderListScreen, OrderFactsSlot }))).rejects.toThrow(
    'found: OrderListScreen, OrderFactsSlot',
  );
});

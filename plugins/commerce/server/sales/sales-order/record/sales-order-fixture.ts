import { listTeamUsers, newID } from '@millwright/core/contracts';
import { kernelOf, type OwnKernel, type TestKernel, type TestPerson, violationsOf } from '@millwright/core/testing';
import { createProduct, listUnitGroups, listUnits, type Product, SupplyPort } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import type { z } from 'zod';
import {
  type Customer,
  createCustomer,
  createSalesOrder,
  type createSalesOrderBody,
  offerSalesOrder,
  type SalesOrder,
  updateCustomer,
} from '../../../../contracts/index.ts';
import commerce from '../../../plugin.ts';

/** An account with products and customers, for tests of orders. */
export interface OrderFixture {
  kernel: TestKernel;
  admin: TestPerson;
  /** Sold in pairs at 4.50, costs 2.00; also in ct12pr. */
  glove: Product;
  /** Sold one by one at 10.333333. */
  hat: Product;
  /** A charge of productType shipping. */
  freight: Product;
  customer: Customer;
  unit(name: string): string;
  create(body?: Partial<z.input<typeof createSalesOrderBody>>): Promise<SalesOrder>;
  /** Creates an estimate and offers it to its customer. */
  offered(body?: Partial<z.input<typeof createSalesOrderBody>>): Promise<SalesOrder>;
  /** Adds stock of a product in its default unit. With a day, the stock is only expected on that day. */
  stock(product: Product, measure: number, dueOn?: string): Promise<void>;
  /** Violated invariants of commerce in the account, with the rows that violate them. */
  violations(): Promise<string[]>;
}

/** An address of the customer. */
export const shipTo = {
  name: 'Dock 2',
  line1: '12 Canal Road',
  city: 'Duluth',
  state: 'MN',
  postalCode: '55806',
  country: 'US',
};

/** Boots inventory and commerce with a customer and three products. */
export async function orderFixture(own?: OwnKernel): Promise<OrderFixture> {
  const kernel = await kernelOf([inventory, commerce], own);
  const admin = await kernel.a.as('admin');
  const units = await admin.call(listUnits, { query: { take: 500 } });
  const unitIDs = new Map(units.items.map(({ id, name }) => [name, id]));
  const unit = (name: string): string => unitIDs.get(name) ?? '';
  const glove = await admin.call(createProduct, {
    body: {
      sku: 'GLOVE',
      description: 'Leather glove',
      unitValue: 4.5,
      unitCost: 2,
      unitGroupID: await unitGroupOf(admin, 'Pairs'),
    },
  });
  const hat = await admin.call(createProduct, { body: { sku: 'HAT', description: 'Felt hat', unitValue: 10.333333 } });
  const freight = await admin.call(createProduct, {
    body: { sku: 'FREIGHT', description: 'Freight', productType: 'shipping', unitValue: 25 },
  });
  const customer = await admin.call(createCustomer, {
    body: { name: 'Lakeside Outfitters', email: 'buyer@lakeside.test', shipToAddress: shipTo },
  });
  const create: OrderFixture['create'] = (body = {}) =>
    admin.call(createSalesOrder, {
      body: { customerID: customer.id, lines: [{ productID: glove.id, quantityOrdered: 2 }], ...body },
    });
  return {
    kernel,
    admin,
    glove,
    hat,
    freight,
    customer,
    unit,
    create,
    offered: async (body = {}) => {
      const { id: orderID } = await create(body);
      return admin.call(offerSalesOrder, { params: { orderID }, body: {} });
    },
    stock: (product, measure, dueOn) =>
      kernel.a.run(async (ctx) => {
        const line = { itemID: product.id, measure: String(measure), unitID: product.defaultUnit.id, unitCost: '1' };
        const source = { type: 'delivery', id: newID('exr'), number: 'D1' };
        const supply = kernel.services.get(SupplyPort);
        if (dueOn) await supply.expect(ctx, source, [{ ...line, lineID: 'one', dueOn }]);
        else await supply.receive(ctx, source, [{ ...line, lineID: 'one' }]);
      }),
    violations: () => violationsOf(kernel.a, commerce),
  };
}

async function unitGroupOf(admin: TestPerson, name: string): Promise<string> {
  const { items } = await admin.call(listUnitGroups, { query: { query: name } });
  const group = items.find((each) => each.name === name);
  if (!group) throw new Error(`There is no unit group ${name}`);
  return group.id;
}

/** A product sold one by one. */
export const productOf = (at: OrderFixture, sku: string): Promise<Product> =>
  at.admin.call(createProduct, { body: { sku, description: sku, unitValue: 5 } });

/** The customer's sales rep, signed in. */
export async function salesRepOf({ kernel, admin, customer }: OrderFixture): Promise<TestPerson> {
  const rep = await kernel.a.as('sales_rep');
  const team = await admin.call(listTeamUsers, { params: { accountID: kernel.a.id }, query: {} });
  const defaultSalesRepID = team.items.find(({ email }) => email === rep.email)?.id;
  await admin.call(updateCustomer, { params: { customerID: customer.id }, body: { defaultSalesRepID } });
  return rep;
}

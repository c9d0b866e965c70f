import { type Customer, createCustomer, updateCustomer, updateShipmentSettings } from '@millwright/commerce/contracts';
import commerce from '@millwright/commerce/server';
import { newID } from '@millwright/core/contracts';
import { kernelOf, type OwnKernel, type TestAccount, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { createProduct, listUnits, type Product, SupplyPort } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import {
  createDcLocation,
  createEdiConnection,
  createEdiPartner,
  createEdiPartnerItem,
  type EdiConnection,
  type EdiPartner,
  type EdiRun,
  uploadEdiFile,
} from '../../../contracts/index.ts';
import { putIntoMailbox } from '../../connection/mailbox-transport.ts';
import edi from '../../plugin.ts';

/** An account with a retailer that orders by EDI, for tests. */
export interface EdiFixture {
  kernel: TestKernel;
  account: TestAccount;
  admin: TestPerson;
  customer: Customer;
  partner: EdiPartner;
  connection: EdiConnection;
  /** The partner's UP 012345678905, 4.50 each. */
  glove: Product;
  unit(name: string): string;
  upload(text: string, name?: string): Promise<EdiRun>;
  /** Leaves a file where the partner would. */
  leave(text: string, name: string): Promise<void>;
  stock(product: Product, measure: number): Promise<void>;
}

/** The ISA of a partner up to its control number. */
export const isaText = (rest: string, sender = 'RETAILER'): string =>
  [
    ...['ISA', '00', ' '.repeat(10), '00', ' '.repeat(10), 'ZZ', sender.padEnd(15), 'ZZ', 'MILLWRIGHT'.padEnd(15)],
    ...['261120', '1200', 'U', '00401', rest],
  ].join('*');

export interface OrderText {
  control?: number;
  po?: string;
  location?: string;
  item?: string;
  quantity?: string;
  unit?: string;
  price?: string;
  lines?: string[];
  sender?: string;
  usage?: string;
  beg?: string;
}

/** An 850 as the retailer of the fixture sends it. */
export function orderText(order: OrderText = {}): string {
  const {
    control = 1,
    po = `PO-${control}`,
    location = '0042',
    item = '012345678905',
    quantity = '12',
    unit = 'EA',
  } = order;
  const { price = '4.50', sender = 'RETAILER', usage = 'P', beg = '00' } = order;
  const lines = order.lines ?? [`PO1*1*${quantity}*${unit}*${price}*PE*UP*${item}*IN*778812`];
  const body = [
    `ST*850*${String(control).padStart(4, '0')}`,
    `BEG*${beg}*SA*${po}**20261120`,
    'REF*DP*042',
    'DTM*002*20261215',
    `N1*BY*Store 17*92*0017`,
    `N1*ST*Duluth DC*92*${location}`,
    'N3*12 Canal Road',
    'N4*Duluth*MN*55806*US',
    ...lines,
    `CTT*${lines.filter((line) => line.startsWith('PO1')).length}`,
  ];
  const number = String(control);
  const all = [
    isaText(`${number.padStart(9, '0')}*0*${usage}*>`, sender),
    `GS*PO*${sender}*MILLWRIGHT*20261120*1200*${number}*X*004010`,
    ...body,
    `SE*${body.length + 1}*${number.padStart(4, '0')}`,
    `GE*1*${number}`,
    `IEA*1*${number.padStart(9, '0')}`,
  ];
  return all.map((line) => `${line}~\n`).join('');
}

/** Boots all that EDI needs, with a retailer, its mailbox, one item, one DC. */
export async function ediFixture(own?: OwnKernel): Promise<EdiFixture> {
  const kernel = await kernelOf([inventory, commerce, edi], own);
  return ediAccount(kernel, kernel.a);
}

/** The same retailer in another account of the kernel. */
export async function ediAccount(kernel: TestKernel, account: TestAccount): Promise<EdiFixture> {
  const admin = await account.as('admin');
  const units = await admin.call(listUnits, { query: { take: 500 } });
  const unitIDs = new Map(units.items.map(({ id, name }) => [name, id]));
  const glove = await admin.call(createProduct, {
    body: { sku: 'GLOVE', description: 'Leather glove', unitValue: 4.5 },
  });
  const created = await admin.call(createCustomer, { body: { name: 'Lakeside Retail' } });
  const customer = await admin.call(updateCustomer, {
    params: { customerID: created.id },
    body: { isEdiEnabled: true },
  });
  await admin.call(updateShipmentSettings, { body: { gs1CompanyPrefix: '0614141' } });
  const connection = await admin.call(createEdiConnection, { body: { name: 'Mailbox', kind: 'mailbox' } });
  const partner = await admin.call(createEdiPartner, {
    body: {
      name: 'Lakeside',
      customerID: customer.id,
      connectionID: connection.id,
      ourQualifier: 'ZZ',
      ourID: 'MILLWRIGHT',
      theirQualifier: 'ZZ',
      theirID: 'RETAILER',
    },
  });
  await admin.call(createEdiPartnerItem, {
    body: { partnerID: partner.id, qualifier: 'UP', name: '012345678905', itemID: glove.id },
  });
  await admin.call(createDcLocation, {
    body: { customerID: customer.id, code: '0042', name: 'Duluth DC', line1: '12 Canal Road', city: 'Duluth' },
  });
  return {
    kernel,
    account,
    admin,
    customer,
    partner,
    connection,
    glove,
    unit: (name) => unitIDs.get(name) ?? '',
    upload: (text, name = 'order.edi') =>
      admin.call(uploadEdiFile, { query: { name }, body: new TextEncoder().encode(text) }),
    leave: (text, name) =>
      account.run((ctx) =>
        putIntoMailbox(ctx, {
          connectionID: connection.id,
          direction: 'in',
          name,
          bytes: new TextEncoder().encode(text),
        }),
      ),
    stock: (product, measure) =>
      account.run(async (ctx) => {
        const source = { type: 'delivery', id: newID('exr'), number: 'D1' };
        await kernel.services.get(SupplyPort).receive(ctx, source, [
          {
            itemID: product.id,
            measure: String(measure),
            unitID: product.defaultUnit.id,
            unitCost: '1',
            lineID: 'one',
          },
        ]);
      }),
  };
}

import { describe, expect, it } from 'vitest';
import { createSalesOrderBody, updateSalesOrderBody } from '../../../../contracts/index.ts';
import { addressChoices } from '../../../document/address-choices.ts';
import { formPath } from '../../../document/with-form-paths.ts';
import {
  newOrderLine,
  type OrderFormValues,
  orderFormSchema,
  salesOrderBodyOf,
  salesOrderUpdateOf,
  withLine,
} from './order-form-values.ts';

const id = (prefix: string) => `${prefix}_01h455vb4pex5vsknk084sn02q`;
const line = { ...newOrderLine(), productID: id('itm'), quantity: 2, unitID: id('unit') };
const entered = (values: Record<string, unknown>) =>
  orderFormSchema.safeParse({ customerID: id('cus'), status: 'estimate', lines: [], ...values });
const parsed = (values: Record<string, unknown>): OrderFormValues => {
  const result = entered(values);
  if (!result.success) throw result.error;
  return result.data;
};
const problems = (values: Record<string, unknown>): string[] =>
  (entered(values).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the order form', () => {
  it('names the row of a fault, whatever blank rows stand before it', () => {
    expect(problems({ lines: [newOrderLine(), { ...line, quantity: null }, { ...line, productID: '' }] })).toEqual([
      'lines.1.quantity: Quantity is required',
      'lines.2.productID: Product is required',
    ]);
    expect(problems({ lines: [{ ...line, quantity: 0 }] })).toEqual(['lines.0.quantity: Must be above 0']);
  });

  it('checks a one-off address only where one is chosen', () => {
    expect(problems({ shipToChoice: addressChoices.none, shipTo: { name: '' } })).toEqual([]);
    expect(problems({ shipToChoice: addressChoices.oneOff })).toEqual([
      'shipTo.name: Address name is required',
      'shipTo.country: Country is required',
    ]);
  });

  it('sends what the contract takes, without blank lines', () => {
    const values = parsed({
      shipToChoice: id('adr'),
      billToChoice: addressChoices.none,
      lines: [line, newOrderLine(), { ...line, unitID: null, unitPrice: 1.5 }],
    });
    const body = salesOrderBodyOf(values, true);
    expect(createSalesOrderBody.parse(body)).toMatchObject({ shipToID: id('adr'), billTo: null, carrierID: null });
    expect(body.lines.map(({ quantityOrdered, unitPrice }) => [quantityOrdered, unitPrice])).toEqual([
      [{ measure: 2, unitID: id('unit') }, null],
      [2, 1.5],
    ]);
  });

  it('leaves the defaults to the server until they are on the screen', () => {
    const body = salesOrderBodyOf(parsed({}), false);
    expect(Object.keys(body).filter((name) => /ID$/.test(name))).toEqual(['customerID']);
    expect(body).not.toHaveProperty('shipTo');
  });

  it('sends only what changed, and all lines if one did', () => {
    const values = parsed({ number: '1000', note: 'Call first', lines: [{ ...line, id: id('sol') }] });
    expect(salesOrderUpdateOf(values, { note: 'Call first' }, 3)).toEqual({ note: 'Call first', version: 3 });
    const body = salesOrderUpdateOf(values, { lines: values.lines }, 3);
    expect(updateSalesOrderBody.parse(body).lines).toHaveLength(1);
    expect(body.lines?.[0]).toMatchObject({ id: id('sol'), unitPrice: null });
  });

  it('sends only fields that a change takes, whatever was edited: the number stays', () => {
    const address = { name: 'Dock 2', country: 'US' };
    const oneOff = { shipToChoice: addressChoices.oneOff, shipTo: address, billToChoice: addressChoices.oneOff };
    const everything = parsed({
      ...Object.fromEntries(Object.keys(orderFormSchema.out.shape).map((name) => [name, null])),
      ...oneOff,
      billTo: address,
      customerID: id('cus'),
      status: 'issued',
      number: '1000',
      acknowledgementEmailContacts: [],
      invoiceEmailContacts: [],
      lines: [line],
    });
    const body = salesOrderUpdateOf(everything, everything, 3);
    expect(updateSalesOrderBody.safeParse(body).error?.issues ?? []).toEqual([]);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['note', 'promisedAt', 'shipTo', 'billTo', 'lines']));
    expect(body).not.toHaveProperty('number');
  });
});

describe('a refusal', () => {
  it('is shown at the cells that people see', () => {
    const values = parsed({ lines: [newOrderLine(), line, line] });
    const paths = [
      'lines.1.quantityOrdered',
      'lines.0.quantityOrdered.unitID',
      'lines.1.productID',
      'shipToID',
      'note',
    ];
    expect(paths.map((path) => formPath(path, values))).toEqual([
      'lines.2.quantity',
      'lines.1.unitID',
      'lines.2.productID',
      'shipToChoice',
      'note',
    ]);
  });

  it('adds a line in the place of the first blank one, else at the end', () => {
    const added = { ...line, productID: id('added') };
    expect(withLine([line, newOrderLine(), newOrderLine()], added)).toEqual([line, added, newOrderLine()]);
    expect(withLine([line], added)).toEqual([line, added]);
    expect(withLine([{ ...newOrderLine(), quantity: 2 }], added)).toHaveLength(2);
  });
});

import {
  type Big,
  decimal,
  type FieldError,
  greaterOf,
  lesserOf,
  newID,
  type ProductType,
  problems,
  sumOf,
  toColumn,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, audit, sql } from '@millwright/core/server';
import type { CataloguePort, StockPort, SupplyPort } from '@millwright/inventory/contracts';
import {
  type CreditInvoiceInput,
  type CreditPart,
  creditableOf,
  creditableQuantity,
  creditParts,
  invoiceProblems,
  type Restock,
  type Transaction as TransactionReply,
} from '../../../contracts/index.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { Invoice } from '../invoice/invoice.entity.ts';
import { invoiceRecord } from '../invoice/invoice.service.ts';
import { allocate } from '../transaction/allocation.service.ts';
import { transactionByID } from '../transaction/transaction.queries.ts';
import { enterTransactions } from '../transaction/transaction.service.ts';
import { bookCredited, creditSource } from './credit-lines.ts';
import { type ReturnedPart, returnedParts } from './returned-goods.ts';

/** Services of inventory that crediting needs. */
export interface Crediting {
  catalogue: CataloguePort;
  stock: StockPort;
  supply: SupplyPort;
}

interface BilledLine {
  id: string;
  itemID: string | null;
  sku: string;
  productType: ProductType;
  quantity: string;
  unitID: string;
  baseQuantity: string;
  total: string;
  discount: string;
  /** In the invoiced unit, and in base units. */
  quantityCredited: string;
  baseCredited: string;
  amountCredited: string;
}

/** A part of the credit, with its goods in base units and their destination. */
interface CreditedPart extends CreditPart {
  id: string;
  base: Big;
  restock: Restock | null;
  location: { id: string; name: string } | null;
}

async function billedLines(ctx: AccountContext, invoiceID: string): Promise<BilledLine[]> {
  const { rows } = await sql<BilledLine>`select id, item_id as "itemID", sku, product_type as "productType",
      quantity::text as quantity, unit_id as "unitID", base_quantity::text as "baseQuantity", total::text as total,
      discount::text as discount, round(quantity_credited * quantity / base_quantity, 6)::text as "quantityCredited",
      quantity_credited::text as "baseCredited", amount_credited::text as "amountCredited"
    from commerce.invoice_line where account_id = ${ctx.account.id} and invoice_id = ${invoiceID}
    order by position`.execute(ctx.em.query());
  return rows;
}

type Lines = ReadonlyMap<string, BilledLine>;

/**
 * Refuses requested lines that are not on the invoice, or that have neither quantity nor amount.
 * @throws Problem 400
 */
function refuseUnfit(lines: Lines, { lines: wishes, freight }: CreditInvoiceInput): void {
  const errors = wishes.flatMap(({ invoiceLineID, quantity, amount }, index): FieldError[] => {
    const line = lines.get(invoiceLineID);
    const at = (field: string, message: string): FieldError => ({ path: `lines.${index}.${field}`, message });
    if (!line) return [at('invoiceLineID', 'There is no such line on the invoice')];
    if (quantity === undefined && !amount) return [at('amount', 'Say how many come back, or how much is credited')];
    if (quantity !== undefined && !line.itemID) return [at('quantity', 'Freight is credited by its amount')];
    return [];
  });
  if (!wishes.length && !freight) errors.push({ path: 'lines', message: 'Say what is credited' });
  if (errors.length) throw problems.invalid_input({ errors });
}

/** The returned quantity of each requested line, in the invoiced unit and in base units. */
async function measured(ctx: AccountContext, catalogue: CataloguePort, lines: Lines, input: CreditInvoiceInput) {
  const requestedLines = input.lines.map(({ invoiceLineID, quantity }) => ({
    line: lines.get(invoiceLineID) as BilledLine,
    quantity: typeof quantity === 'object' ? quantity : { measure: quantity, unitID: undefined },
  }));
  const isRest = ({ line, quantity: { measure, unitID = line.unitID } }: (typeof requestedLines)[number]): boolean =>
    measure !== undefined && unitID === line.unitID && decimal(measure).eq(creditableQuantity(line));
  const open = requestedLines.map((each, index) => ({ ...each, index })).filter((each) => !isRest(each));
  const wanted = open.flatMap(({ line, quantity: { measure, unitID = line.unitID }, index }) =>
    measure === undefined
      ? []
      : [{ itemID: line.itemID ?? '', measure, unitID, path: `lines.${index}.quantity`, index }],
  );
  const converted = await catalogue.convertToBase(ctx, wanted);
  const base = new Map(wanted.map(({ index }, place) => [index, decimal(converted[place]?.baseMeasure ?? '0')]));
  return requestedLines.map((each, index) => {
    const { line, quantity } = each;
    if (quantity.measure === undefined) return { base: zero, quantity: zero };
    // The whole rest as the screen shows it. The stored quantity has more digits.
    if (isRest(each))
      return { base: decimal(line.baseQuantity).minus(decimal(line.baseCredited)), quantity: creditableQuantity(line) };
    const baseAmount = base.get(index) ?? zero;
    const ratio = decimal(line.quantity).div(decimal(line.baseQuantity));
    const isSame = (quantity.unitID ?? line.unitID) === line.unitID;
    return { base: baseAmount, quantity: isSame ? decimal(quantity.measure) : baseAmount.times(ratio).round(6) };
  });
}

/**
 * Refuses to credit more than is left of a line.
 * @throws Problem 409 with the largest allowed value
 */
function refuseExceeding(lines: Lines, parts: readonly CreditedPart[], wishes: number, freight: Big): void {
  const errors: FieldError[] = [];
  const allowed: Record<string, number> = {};
  const left = new Map(
    [...lines].map(([id, line]) => [
      id,
      { amount: creditableOf(line), base: decimal(line.baseQuantity).minus(decimal(line.baseCredited)) },
    ]),
  );
  const refuse = (path: string, most: Big, message: string): void => {
    allowed[path] = Number(most.toString());
    errors.push({ path, message });
  };
  for (const [index, { invoiceLineID, base, quantity, amount }] of parts.slice(0, wishes).entries()) {
    const line = lines.get(invoiceLineID);
    const leftOfLine = left.get(invoiceLineID);
    if (!line || !leftOfLine) continue;
    if (base.gt(leftOfLine.base)) {
      const most = greaterOf(creditableQuantity(line), zero);
      refuse(`lines.${index}.quantity`, most, `At most ${most.toString()} of ${line.sku}: the rest has been credited`);
    } else if (amount.gt(leftOfLine.amount))
      refuse(
        `lines.${index}.amount`,
        leftOfLine.amount,
        `At most ${leftOfLine.amount.toFixed(2)}: more of ${line.sku} is not billed`,
      );
    leftOfLine.base = leftOfLine.base.minus(base);
    leftOfLine.amount = leftOfLine.amount.minus(amount);
    if (quantity.lt(zero)) leftOfLine.base = zero;
  }
  const given = sumOf(parts.filter(({ why }) => why === 'Freight').map(({ amount }) => amount));
  if (given.lt(freight)) refuse('freight', given, `At most ${given.toFixed(2)} of freight is left to be credited`);
  if (errors.length)
    throw invoiceProblems.credit_exceeds({ message: errors[0]?.message ?? '', errors, details: { allowed } });
}

/**
 * Refuses credits that together exceed the invoice total.
 * @throws Problem 409 with the largest allowed value
 */
async function refuseMoreThanBilled(ctx: AccountContext, { id, total }: Invoice, more: Big): Promise<void> {
  const { rows } = await sql<{ given: string }>`select coalesce(sum(amount), 0)::text as given
    from commerce.transaction where account_id = ${ctx.account.id} and invoice_id = ${id} and order_id is null
      and type = 'credit_memo' and voided_on is null`.execute(ctx.em.query());
  const left = greaterOf(decimal(total).minus(decimal(rows[0]?.given ?? '0')), zero);
  if (more.lte(left)) return;
  const message = `At most ${left.toFixed(2)}: more is not billed`;
  throw invoiceProblems.credit_exceeds({
    message,
    errors: [{ path: 'lines', message }],
    details: { allowed: { lines: Number(left.toString()) } },
  });
}

/**
 * The destination places of the goods by the index of the requested line.
 * @throws Problem 400 for an unknown place
 */
async function placesOf(ctx: AccountContext, stock: StockPort, lines: Lines, input: CreditInvoiceInput) {
  const wanted = input.lines.map(({ invoiceLineID, quantity, restock, locationID }) => {
    const isGoods = quantity !== undefined && lines.get(invoiceLineID)?.productType === 'sale';
    return {
      restock: isGoods ? (restock ?? input.restock ?? 'place') : null,
      locationID: locationID ?? input.locationID,
    };
  });
  const ids = [...new Set([input, ...input.lines].flatMap(({ locationID }) => locationID ?? []))];
  const { rows } = await sql<{ id: string; name: string }>`select id, full_name as name from inventory.v_locations
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  const known = new Map(rows.map((row) => [row.id, row]));
  const errors = [input, ...input.lines].flatMap(({ locationID }, index): FieldError[] =>
    locationID && !known.has(locationID)
      ? [{ path: index ? `lines.${index - 1}.locationID` : 'locationID', message: 'There is no such place' }]
      : [],
  );
  if (errors.length) throw problems.invalid_input({ errors });
  const needsDefault = wanted.some(({ restock, locationID }) => restock === 'place' && !locationID);
  const quarantine = needsDefault ? await stock.defaultPlace(ctx, 'quarantine') : null;
  return wanted.map(({ restock, locationID }) => ({
    restock,
    location: restock === 'place' ? (locationID ? (known.get(locationID) ?? null) : quarantine) : null,
  }));
}

/** Returns goods to stock at the value that they left with. */
async function takeGoods(
  ctx: AccountContext,
  supply: SupplyPort,
  { id, number }: { id: string; number: string },
  parts: readonly CreditedPart[],
): Promise<ReturnedPart[]> {
  const goods = parts.flatMap(({ id: creditLineID, invoiceLineID, base, location }) =>
    location ? [{ creditLineID, invoiceLineID, quantity: base, location }] : [],
  );
  if (!goods.length) return [];
  const returned = await returnedParts(ctx, goods);
  await supply.takeReturn(
    ctx,
    creditSource(id, number),
    returned.map(({ id: lineID, itemID, quantity, value, lotNumber, location }) => ({
      lineID,
      itemID,
      quantity,
      value,
      locationID: location.id,
      lotNumber: lotNumber ?? undefined,
      reference: `Invoice ${number}`,
    })),
  );
  return returned;
}

async function writeLines(
  ctx: AccountContext,
  { id, customerID }: { id: string; customerID: string },
  parts: readonly CreditedPart[],
  returned: readonly ReturnedPart[],
): Promise<void> {
  const now = ctx.clock.now();
  const shared = { version: 1, created_at: now, updated_at: now };
  await ctx.em.insert(
    'commerce.credit_line',
    parts.map((part, index) => ({
      ...shared,
      id: part.id,
      transaction_id: id,
      invoice_line_id: part.invoiceLineID,
      customer_id: customerID,
      position: index + 1,
      quantity: toColumn(part.base, 6),
      amount: toColumn(part.amount, 2),
      why: part.why,
      restock: part.restock,
    })),
  );
  await ctx.em.insert(
    'commerce.returned_goods',
    returned.map((part) => ({
      ...shared,
      id: part.id,
      credit_line_id: part.creditLineID,
      shipment_line_id: part.shipmentLineID,
      lot_number: part.lotNumber,
      location_id: part.location.id,
      location_name: part.location.name,
      quantity: part.quantity,
      value: part.value,
    })),
  );
  await bookCredited(ctx, id, '1');
}

/**
 * Credits an invoice in one transaction: writes a credit memo with lines, allocates it to the open amount of the
 * invoice, and returns goods to stock.
 * @throws Problem 400, 409 as documented at the endpoint
 */
export async function creditInvoiceByID(
  ctx: AccountContext,
  { catalogue, stock, supply }: Crediting,
  invoiceID: string,
  input: CreditInvoiceInput,
): Promise<TransactionReply> {
  const invoice = await ctx.em.getForUpdate(Invoice, invoiceID);
  ctx.em.expectVersion(invoice, input.version);
  const { number, datedOn } = invoice;
  if (invoice.voidedOn) throw invoiceProblems.invoice_void({ message: `Invoice ${number} is void` });
  if (input.date && input.date < datedOn)
    throw problems.invalid_input({ errors: [{ path: 'date', message: `Must not be before ${datedOn}` }] });
  const all = await billedLines(ctx, invoiceID);
  const lines: Lines = new Map(all.map((line) => [line.id, line]));
  refuseUnfit(lines, input);
  const quantities = await measured(ctx, catalogue, lines, input);
  const freight = decimal(input.freight ?? '0');
  const places = await placesOf(ctx, stock, lines, input);
  const wishes = input.lines.map(({ invoiceLineID, amount }, index) => ({
    invoiceLineID,
    quantity: quantities[index]?.quantity,
    amount,
  }));
  const parts = creditParts(all, wishes, freight).map(
    (part, index): CreditedPart => ({
      ...part,
      id: newID('crl'),
      base: quantities[index]?.base ?? zero,
      restock: places[index]?.restock ?? null,
      location: places[index]?.location ?? null,
    }),
  );
  refuseExceeding(lines, parts, wishes.length, freight);
  const total = sumOf(parts.map(({ amount }) => amount));
  if (!total.gt(zero))
    throw problems.invalid_input({ errors: [{ path: 'lines', message: 'Nothing is left to be credited of these' }] });
  await refuseMoreThanBilled(ctx, invoice, total);
  const kept = parts.filter(({ amount, base }) => amount.gt(zero) || base.gt(zero));
  const id = newID('trx');
  const customerID = invoice.customer.id;
  const open = decimal(invoice.total).minus(decimal(invoice.allocated));
  const returned = await takeGoods(ctx, supply, { id, number }, kept);
  await enterTransactions(ctx, [
    { id, customerID, typeCode: 'credit_memo', amount: total, date: input.date, note: input.reason, invoiceID },
  ]);
  await writeLines(ctx, { id, customerID }, kept, returned);
  const amount = lesserOf(total, open);
  if (amount.gt(zero))
    await allocate(ctx, [{ transactionID: id, invoiceID, amount, why: `Credit of invoice ${number}`, path: '' }], {
      date: input.date,
    });
  audit(ctx, {
    record: invoiceRecord(invoiceID),
    action: 'credited',
    note: `${documentFormats(ctx).amount(total)}: ${input.reason}`,
  });
  await ctx.em.flush();
  return transactionByID(ctx, id);
}

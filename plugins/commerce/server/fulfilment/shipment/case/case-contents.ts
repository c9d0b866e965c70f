import { type Big, decimal, type FieldError, problems, roundUnitPrice, sumOf, zero } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { shipmentProblems, type UpdateShippingCaseContentsInput } from '../../../../contracts/index.ts';

/** The quantities of a shipment line in each case. */
export interface LineContents {
  lineItemNumber: number;
  sku: string;
  /** Base units per ordered unit. */
  factor: Big;
  /** Base units by case, in the order of the cases. */
  cases: Map<string, Big>;
}

/** The contents of a shipment's cases, by line. */
export async function caseContentsOf(ctx: AccountContext, shipmentID: string): Promise<Map<string, LineContents>> {
  const { rows } = await sql<{
    lineID: string;
    lineItemNumber: number;
    sku: string;
    ordered: string;
    baseOrdered: string;
    caseID: string;
    quantity: string;
  }>`select packed.id as "lineID", line.line_item_number as "lineItemNumber", line.sku, line.quantity::text as ordered,
      line.base_quantity::text as "baseOrdered", held.id as "caseID", coalesce(content.quantity, 0)::text as quantity
    from commerce.shipment_line packed
    join commerce.sales_order_line line on line.account_id = packed.account_id and line.id = packed.order_line_id
    join commerce.shipping_case held on held.account_id = packed.account_id and held.shipment_id = packed.shipment_id
      and held.deleted_at is null
    left join commerce.shipping_case_content content on content.account_id = packed.account_id
      and content.shipment_line_id = packed.id and content.shipping_case_id = held.id
    where packed.account_id = ${ctx.account.id} and packed.shipment_id = ${shipmentID}
    order by packed.id, held.position`.execute(ctx.em.query());
  const lines = new Map<string, LineContents>();
  for (const row of rows) {
    const line = lines.get(row.lineID) ?? {
      lineItemNumber: row.lineItemNumber,
      sku: row.sku,
      factor: decimal(row.baseOrdered).div(decimal(row.ordered)),
      cases: new Map(),
    };
    line.cases.set(row.caseID, decimal(row.quantity));
    lines.set(row.lineID, line);
  }
  return lines;
}

/**
 * Changes the map so that the case has the given contents. The other cases give and take in their order.
 * @throws Problem 409 `contents_do_not_sum`, 400 for lines and cases of other shipments
 */
export function moveContents(
  lines: Map<string, LineContents>,
  caseID: string,
  { contents, otherCaseID }: UpdateShippingCaseContentsInput,
): void {
  const errors: FieldError[] = [];
  const wanted = new Map<string, Big>();
  for (const [index, { shipmentLineID, quantity }] of contents.entries()) {
    const line = lines.get(shipmentLineID);
    const path = `contents.${index}.shipmentLineID`;
    if (!line) errors.push({ path, message: 'This line is not of the shipment' });
    else if (wanted.has(shipmentLineID)) errors.push({ path, message: 'This line is here twice' });
    else wanted.set(shipmentLineID, roundUnitPrice(decimal(quantity).times(line.factor)));
  }
  if (otherCaseID && (otherCaseID === caseID || ![...lines.values()].some(({ cases }) => cases.has(otherCaseID))))
    errors.push({ path: 'otherCaseID', message: 'This is no other case of the shipment' });
  if (errors.length) throw problems.invalid_input({ errors });
  for (const [lineID, { cases, lineItemNumber, sku }] of lines) {
    const target = wanted.get(lineID) ?? zero;
    let missing = target.minus(cases.get(caseID) ?? zero);
    cases.set(caseID, target);
    const others = [...cases.keys()].filter((id) => id !== caseID);
    others.sort((left, right) => Number(right === otherCaseID) - Number(left === otherCaseID));
    if (missing.lt(zero) && others[0]) {
      cases.set(others[0], (cases.get(others[0]) ?? zero).minus(missing));
      missing = zero;
    }
    for (const id of others) {
      const has = cases.get(id) ?? zero;
      const part = has.lt(missing) ? has : missing;
      if (part.lte(zero)) continue;
      cases.set(id, has.minus(part));
      missing = missing.minus(part);
    }
    if (!missing.eq(zero)) {
      const at = contents.findIndex((each) => each.shipmentLineID === lineID);
      const whole = sumOf([...cases.values()]);
      errors.push({
        path: at === -1 ? 'contents' : `contents.${at}.quantity`,
        message:
          at === -1
            ? `Line ${lineItemNumber} (${sku}) has no other case to go to: add one first`
            : `Of line ${lineItemNumber} (${sku}) the cases hold less than ${whole}`,
      });
    }
  }
  if (errors.length) throw shipmentProblems.contents_do_not_sum({ errors });
}

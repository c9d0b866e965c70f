import type { AddressSnapshot } from '@millwright/core/contracts';
import type { PalletLabel } from './pallet-label.entity.ts';

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 32};`);

const linesOf = (address: AddressSnapshot): string[] =>
  [
    address.name,
    address.line1,
    address.line2,
    [address.city, [address.state, address.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    address.country,
  ].filter((line): line is string => Boolean(line));

const style = `
  @page { size: 6in 4in; margin: 0 }
  body { margin: 0; font: 16px/1.35 system-ui, sans-serif; color: #000; background: #fff }
  article { box-sizing: border-box; width: 6in; height: 4in; padding: 0.3in; display: grid;
    grid-template: auto 1fr auto / 1fr auto; break-after: page; border-bottom: 1px dashed #767676 }
  h1 { margin: 0; font-size: 20px }
  address { font-style: normal; font-size: 22px; align-self: center }
  .pallet { font-size: 64px; font-weight: 700; line-height: 1; text-align: end; align-self: center }
  .pallet small { display: block; font-size: 16px; font-weight: 400 }
  footer { grid-column: 1 / -1; font-size: 14px }
  .empty { padding: 0.3in }
  @media print { article { border: 0 } }`;

const article = (label: PalletLabel, sender: string): string => {
  const address = label.shipTo ? linesOf(label.shipTo) : [label.customerName];
  return `<article>
  <h1>Order ${escaped(label.orderNumber)}</h1><span>${escaped(label.customerName)}</span>
  <address>${address.map(escaped).join('<br>')}</address>
  <p class="pallet"><small>Pallet</small>${label.position} of ${label.count}</p>
  <footer>From ${escaped(sender)}</footer>
</article>`;
};

/** A page of 6 by 4 inch labels: one per printed sheet, one below another on the screen. */
export function labelSheet(orderNumber: string, labels: readonly PalletLabel[], sender: string): string {
  const body = labels.length
    ? labels.map((label) => article(label, sender)).join('\n')
    : '<p class="empty">This order has no pallet labels yet. Prepare them first.</p>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Pallet labels of order ${escaped(orderNumber)}</title>
<style>${style}</style></head>
<body>
${body}
</body></html>
`;
}

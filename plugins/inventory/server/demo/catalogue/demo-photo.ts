import { type AccountContext, addDemoFile, drawDemoPicture, sql } from '@millwright/core/server';

/** The product of each demo account that has a photo. */
const pictured: Readonly<Record<string, string>> = { northfield: 'WG-LTH-S' };

const [width, height] = [320, 240];

/** Whether a glove covers the point: a palm, four fingers and a thumb, each a rounded bar. */
function isGlove(x: number, y: number): boolean {
  const bar = (left: number, right: number, top: number, bottom: number): boolean => {
    const radius = (right - left) / 2;
    const middle = left + radius;
    if (x < left || x > right || y > bottom || y < top) return false;
    return y > top + radius || (x - middle) ** 2 + (y - top - radius) ** 2 < radius ** 2;
  };
  const fingers = [
    [100, 124, 62],
    [127, 151, 40],
    [154, 178, 34],
    [181, 205, 50],
  ] as const;
  return (
    (x > 100 && x < 206 && y > 110 && y < 210) ||
    fingers.some(([left, right, top]) => bar(left, right, top, 130)) ||
    bar(206, 232, 112, 176)
  );
}

/** A photo of a product, shared with customers. */
export async function createDemoPhoto(ctx: AccountContext): Promise<void> {
  const sku = pictured[ctx.account.slug];
  if (!sku) return;
  const { rows } = await sql<{ id: string }>`select id from inventory.item
    where account_id = ${ctx.account.id} and sku = ${sku} and type = 'product'`.execute(ctx.em.query());
  if (!rows[0]) return;
  const bytes = drawDemoPicture(width, height, (x, y) => {
    // The light falls from the upper left.
    const shade = Math.round(((x + y) / (width + height)) * 60);
    if (!isGlove(x, y)) return [236 - (shade >> 2), 233 - (shade >> 2), 226 - (shade >> 2)];
    return y > 190 ? [52, 74, 96] : [198 - shade, 142 - shade, 84 - shade];
  });
  await addDemoFile(
    ctx,
    { type: 'product', id: rows[0].id },
    { name: 'Leather glove.png', bytes, note: 'For the catalogue', isShared: true },
  );
}

import { readFile } from '../files/file.service.ts';
import { inWorker } from '../kernel/calls/thread-call.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { Account } from '../tenancy/accounts/account.entity.ts';
import type { PaperBrand, PrintedDocument } from './printed-document.ts';

/** In the build it is beside the file that starts it. */
const program = new URL(import.meta.url.endsWith('.ts') ? './paper-worker.ts' : './paper-worker.js', import.meta.url);

/** Documents with up to this number of rows are drawn here, because starting a thread would take longer. */
const fewRows = 30;

/** A document as PDF. Call it outside of transactions, because a long document takes a second. */
export async function documentPDF(paper: PrintedDocument): Promise<Uint8Array> {
  const rows = paper.tables.reduce((sum, table) => sum + table.rows.length, 0);
  if (rows > fewRows) return inWorker<Uint8Array>(program, paper, { memory: 512, longest: 60_000 });
  // The library takes 37 MB and much of the time of a start, so it is loaded with the first document.
  const { drawPaper } = await import('./draw-paper.ts');
  return drawPaper(paper);
}

/** Picture types that a PDF can contain. */
const drawable = new Set(['image/png', 'image/jpeg']);

async function logoOf(ctx: AccountContext, fileID: string | null | undefined): Promise<string | null> {
  if (!fileID) return null;
  const { contentType, bytes, isUnchecked } = await readFile(ctx, fileID);
  return drawable.has(contentType) && !isUnchecked
    ? `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`
    : null;
}

/** Paper size by the account's country: letter in these countries, else A4. */
const letterCountries = new Set(['US', 'CA', 'MX']);

/** Name, address and logo of the account for its documents, and the paper size. */
export async function paperFrame(ctx: AccountContext): Promise<Pick<PrintedDocument, 'brand' | 'pageSize'>> {
  const account = await ctx.em.findOne(Account, { id: ctx.account.id });
  const address = account?.billToAddress;
  const town = address && [[address.city, address.state].filter(Boolean).join(', '), address.postalCode];
  const lines = [address?.line1, address?.line2, town?.filter(Boolean).join(' '), account?.phone, account?.email];
  const country = address?.country ?? ctx.account.locale.split('-').at(-1) ?? '';
  const brand: PaperBrand = {
    name: ctx.account.name,
    lines: [...lines, account?.website].filter((line): line is string => Boolean(line)),
    logo: await logoOf(ctx, account?.logoFileID),
  };
  return { brand, pageSize: letterCountries.has(country) ? 'LETTER' : 'A4' };
}

import { readFile } from '../files/file.service.ts';
import type { AccountContext } from '../kernel/context.ts';
import { inWorker } from '../kernel/thread-call.ts';
import { Account } from '../tenancy/account.entity.ts';
import type { Paper, PaperBrand } from './paper.ts';

/** Built, it lies beside whatever starts it. */
const program = new URL(import.meta.url.endsWith('.ts') ? './paper-worker.ts' : './paper-worker.js', import.meta.url);

/** Rows up to which a paper is drawn here, in less time than a thread takes to begin. */
const fewRows = 30;

/** A paper as PDF. Outside a transaction: a long paper takes a second. */
export async function paperPDF(paper: Paper): Promise<Uint8Array> {
  const rows = paper.tables.reduce((sum, table) => sum + table.rows.length, 0);
  if (rows > fewRows) return inWorker<Uint8Array>(program, paper, { memory: 512, longest: 60_000 });
  // Its library takes 37 MB and a good part of the time of a start: it comes with the first paper.
  const { drawPaper } = await import('./draw-paper.ts');
  return drawPaper(paper);
}

/** Types of pictures that PDFs can hold. */
const drawable = new Set(['image/png', 'image/jpeg']);

async function logoOf(ctx: AccountContext, fileID: string | null | undefined): Promise<string | null> {
  if (!fileID) return null;
  const { contentType, bytes } = await readFile(ctx, fileID);
  return drawable.has(contentType) ? `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}` : null;
}

/** Sizes of paper by the country of the account: letters where they are used, else A4. */
const letterCountries = new Set(['US', 'CA', 'MX']);

/** Name, address and logo of the account for its papers, and the size of its paper. */
export async function paperFrame(ctx: AccountContext): Promise<Pick<Paper, 'brand' | 'pageSize'>> {
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

import { problems } from '../../contracts/endpoints/problem.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { DemoRequest } from './demo-request.entity.ts';

const perHour = 5;
const hour = 3600;

/** The address that the limit counts. For IPv6 it is the /64, which belongs to one customer of a provider. */
export function limitedSource(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Stores a contact form. @throws Problem 429 for the sixth within an hour from one network address */
export async function saveDemoRequest(
  ctx: PersonContext,
  form: { name: string; email: string; company: string; phoneNumber?: string | null; message?: string | null },
): Promise<{ message: string }> {
  const source = limitedSource(ctx.client.ip);
  const since = new Date(ctx.clock.now().getTime() - hour * 1000);
  const recent = await ctx.em.count(DemoRequest, { source, createdAt: { $gt: since } });
  if (recent >= perHour) throw problems.too_many_requests({ retryAfter: hour });
  const request = ctx.em.create(DemoRequest, {
    id: newID('demo'),
    contactName: form.name,
    email: form.email,
    company: form.company,
    phoneNumber: form.phoneNumber || null,
    message: form.message || null,
    source,
  });
  ctx.em.persist(request);
  await ctx.em.flush();
  return { message: 'Thank you. We will write to you soon.' };
}

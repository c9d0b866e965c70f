import type { Registry } from '../boot/registry/registry.ts';
import type { EndpointReply } from '../contracts/endpoints/endpoint.ts';
import { Problem } from '../contracts/endpoints/problem.ts';
import { inboxProblems, type readUnsubscribeLink } from '../contracts/work/inbox.contract.ts';
import type { AccountContext, PersonContext } from '../kernel/context/context.ts';
import { dailyDigest, type UnsubscribeLinks } from '../mail/sending/unsubscribe-links.ts';
import { notificationPreferencesOf, notifiedMember } from '../team/member-view.ts';
import { chooseNotifications } from '../team/notifications.ts';
import { Member } from '../tenancy/access/member.entity.ts';

/** Switches off kinds of mail by the links in mails, without a sign-in. */
export class Unsubscribing {
  readonly #registry: Registry;
  readonly #links: UnsubscribeLinks;

  constructor(registry: Registry, links: UnsubscribeLinks) {
    this.#registry = registry;
    this.#links = links;
  }

  /** What the link switches off. @throws Problem 400 `unsubscribe_link_invalid` */
  read(ctx: PersonContext, token: string): Promise<EndpointReply<typeof readUnsubscribeLink>> {
    return this.#inAccount(ctx, token, async (inner, member, kind) => {
      const kinds = await this.#kindsOf(inner, member, kind);
      const names = kind === dailyDigest ? 'Digest of the morning' : kinds.map(({ name }) => name).join(', ');
      return { accountName: inner.account.name, kind: names, isOff: kinds.every(({ mail }) => mail === 'off') };
    });
  }

  /** Switches the mails off; the inbox stays as it is. @throws Problem 400 `unsubscribe_link_invalid` */
  confirm(ctx: PersonContext, token: string): Promise<undefined> {
    return this.#inAccount(ctx, token, async (inner, member, kind) => {
      const kinds = await this.#kindsOf(inner, member, kind);
      await chooseNotifications(
        inner,
        this.#registry,
        member,
        kinds.map(({ notificationTypeCode }) => ({ notificationTypeCode, enabled: false })),
      );
      return undefined;
    });
  }

  /** The kinds of the link: the named one, or all that come daily. */
  async #kindsOf(ctx: AccountContext, member: Member, kind: string) {
    const all = await notificationPreferencesOf(ctx, this.#registry, notifiedMember(member));
    const found = all.filter(({ notificationTypeCode, mail }) =>
      kind === dailyDigest ? mail === 'daily' : notificationTypeCode === kind,
    );
    if (!found.length && kind !== dailyDigest) throw inboxProblems.unsubscribe_link_invalid();
    return found;
  }

  /** Works on the member of a link, as the system. What keeps the account or the member away makes the link invalid. */
  async #inAccount<T>(
    ctx: PersonContext,
    token: string,
    work: (inner: AccountContext, member: Member, kind: string) => Promise<T>,
  ): Promise<T> {
    const link = await this.#links.read(token, ctx.clock.now());
    if (!link) throw inboxProblems.unsubscribe_link_invalid();
    return ctx
      .inAccount(link.accountID, async (inner) => {
        const member = await inner.em.findOne(Member, {
          accountID: link.accountID,
          id: link.memberID,
          removedAt: null,
        });
        if (!member) throw inboxProblems.unsubscribe_link_invalid();
        return work(inner, member as Member, link.kind);
      })
      .catch((error: unknown) => {
        // An account that was closed or moved away answers 403.
        if (error instanceof Problem && error.status === 403) throw inboxProblems.unsubscribe_link_invalid();
        throw error;
      });
  }
}

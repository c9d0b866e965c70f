import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { dayLength } from '../../contracts/texts/date.ts';

/** What a link in a mail switches off: the mails of one kind of notification for one member. */
export interface Unsubscription {
  memberID: string;
  /** Code of the kind, or `dailyDigest`. */
  kind: string;
}

/** Stands for the digest in a link: every kind whose mails come daily. */
export const dailyDigest = 'daily_digest';

/** Days for which a link in a mail works. */
const validDays = 30;
const audience = 'millwright-unsubscribe';

/** Signs and reads the links of mails that switch their kind off without a sign-in (RFC 8058). */
export class UnsubscribeLinks {
  readonly #key: Uint8Array;
  readonly #baseURL: string;

  constructor({ secret, baseURL }: { secret: string; baseURL: string }) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, 'millwright', 'unsubscribe links, HS256, 1', 32));
    this.#baseURL = baseURL;
  }

  /** Address for the mail: a page for a browser's GET, and the mail program's one click for a POST. */
  async url(accountID: string, { memberID, kind }: Unsubscription, now: Date): Promise<string> {
    const token = await new SignJWT({ acc: accountID, kind })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(audience)
      .setSubject(memberID)
      .setExpirationTime(Math.floor((now.getTime() + validDays * dayLength) / 1000))
      .sign(this.#key);
    return `${this.page}?token=${token}`;
  }

  /** Address of the page without a token. */
  get page(): string {
    return `${this.#baseURL}/unsubscribe`;
  }

  /** What a token switches off; undefined for a token that is wrong or older than 30 days. */
  async read(token: string, now: Date): Promise<(Unsubscription & { accountID: string }) | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: ['HS256'], audience, currentDate: now });
      const { acc, kind, sub } = payload;
      if (typeof acc !== 'string' || typeof kind !== 'string' || typeof sub !== 'string') return undefined;
      return { accountID: acc, memberID: sub, kind };
    } catch {
      return undefined;
    }
  }
}

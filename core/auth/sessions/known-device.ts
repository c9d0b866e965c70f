import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../credentials/secret-token.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { cookiePath, deviceCookie } from '../tokens/cookies.ts';

/** Largest number of people remembered per browser, as at a shared desk or a scanning station. */
const mostPeople = 20;
const lifeSeconds = 400 * 86_400;
const valueForm = /^[\w-]{22}(?:\.[\w-]{22})*$/;

/**
 * Browsers in which a person has signed in before. The cookie contains a random name of the browser and, for each
 * person, a mark that only this installation can create. It grants no access; it only exempts the person from waiting
 * times that failures of others cause.
 */
export class KnownDevices {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The name of the request's browser if this person has signed in with it; else undefined. */
  find(ctx: Pick<PersonContext, 'cookies'>, userID: string): string | undefined {
    const [device, ...marks] = this.#read(ctx);
    if (device === undefined) return undefined;
    const ownMark = this.#mark(device, userID);
    return marks.some((mark) => isSameSecret(mark, ownMark)) ? device : undefined;
  }

  /** Records that the person has signed in with this browser. */
  remember(ctx: Pick<PersonContext, 'cookies'>, userID: string): void {
    const [device = randomBytes(16).toString('base64url'), ...marks] = this.#read(ctx);
    const ownMark = this.#mark(device, userID);
    const kept = [ownMark, ...marks.filter((mark) => mark !== ownMark)].slice(0, mostPeople);
    ctx.cookies.set(deviceCookie, [device, ...kept].join('.'), { maxAge: lifeSeconds, path: cookiePath });
  }

  #read(ctx: Pick<PersonContext, 'cookies'>): string[] {
    const value = ctx.cookies.get(deviceCookie) ?? '';
    return valueForm.test(value) ? value.split('.').slice(0, mostPeople + 1) : [];
  }

  #mark(device: string, userID: string): string {
    return createHmac('sha256', this.#secret)
      .update(`known device ${device} ${userID}`)
      .digest('base64url')
      .slice(0, 22);
  }
}

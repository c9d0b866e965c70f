import type { IntegrationCode } from '@millwright/core/contracts';
import { type AccountContext, enabledOf, type IntegrationService } from '@millwright/core/server';
import type { CarrierAccess, CarrierPort } from '../../../contracts/index.ts';

/** A provider with the credentials of the account for it. */
export interface ConnectedCarrier {
  port: CarrierPort;
  access: CarrierAccess;
  /** What the account calls the integration. */
  name: string;
}

/** Who comes first where several integrations serve a carrier: its own before those of many, practice last. */
const precedence: readonly IntegrationCode[] = ['ups', 'shippo', 'practice_carrier'];
const rankOf = ({ integration }: CarrierPort): number => {
  const rank = precedence.indexOf(integration);
  return rank < 0 ? precedence.length - 1.5 : rank;
};

/** The providers of rates and labels, as each account has connected them. */
export class CarrierServices {
  readonly #ports: readonly CarrierPort[];
  readonly #integrations: IntegrationService;

  constructor(ports: readonly CarrierPort[], integrations: IntegrationService) {
    this.#ports = [...ports].sort((left, right) => rankOf(left) - rankOf(right));
    this.#integrations = integrations;
  }

  /** Who serves a carrier for this account; undefined where nobody does. */
  async serving(
    ctx: AccountContext,
    carrier: { name: string; code: string | null },
  ): Promise<ConnectedCarrier | undefined> {
    for (const port of enabledOf(ctx, this.#ports)) {
      if (!port.serves(carrier)) continue;
      const [found] = await this.#integrations.credentialsOf(ctx, port.integration);
      if (found) return this.#connected(ctx, port, found);
    }
    return undefined;
  }

  /** An integration by its id, for what was begun with it; undefined where it is off or gone. */
  async byID(ctx: AccountContext, integrationID: string): Promise<ConnectedCarrier | undefined> {
    for (const port of enabledOf(ctx, this.#ports)) {
      const found = await this.#integrations.credentialsOf(ctx, port.integration);
      const own = found.find(({ id }) => id === integrationID);
      if (own) return this.#connected(ctx, port, own);
    }
    return undefined;
  }

  #connected(
    ctx: AccountContext,
    port: CarrierPort,
    { id, name, credentials }: { id: string; name: string; credentials: Record<string, string> },
  ): ConnectedCarrier {
    return { port, name, access: { integrationID: id, currency: ctx.account.currency, credentials } };
  }
}

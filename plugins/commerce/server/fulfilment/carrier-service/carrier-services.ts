import type { IntegrationCode } from '@millwright/core/contracts';
import { type AccountContext, enabledOf, type IntegrationService } from '@millwright/core/server';
import type { CarrierAccess, CarrierPort } from '../../../contracts/index.ts';

/** A provider with the account's credentials. */
export interface ConnectedCarrier {
  port: CarrierPort;
  access: CarrierAccess;
  /** Name of the integration in the account. */
  name: string;
}

/**
 * Order of integrations that serve the same carrier: the carrier's own, then those of many carriers, the practice
 * carrier last.
 */
const precedence: readonly IntegrationCode[] = ['ups', 'shippo', 'practice_carrier'];
const rankOf = ({ integration }: CarrierPort): number => {
  const rank = precedence.indexOf(integration);
  return rank < 0 ? precedence.length - 1.5 : rank;
};

/** Providers of rates and labels that accounts have connected. */
export class CarrierServices {
  readonly #ports: readonly CarrierPort[];
  readonly #integrations: IntegrationService;

  constructor(ports: readonly CarrierPort[], integrations: IntegrationService) {
    this.#ports = [...ports].sort((left, right) => rankOf(left) - rankOf(right));
    this.#integrations = integrations;
  }

  /** The provider that serves a carrier for this account, undefined without one. */
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

  /** An integration by its id, to continue work that was begun with it. Undefined if it is disabled or deleted. */
  async byID(ctx: AccountContext, integrationID: string): Promise<ConnectedCarrier | undefined> {
    for (const port of enabledOf(ctx, this.#ports)) {
      const found = await this.#integrations.credentialsOf(ctx, port.integration);
      const integration = found.find(({ id }) => id === integrationID);
      if (integration) return this.#connected(ctx, port, integration);
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

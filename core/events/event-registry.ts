import type { QueueName } from '../jobs/queue.ts';
import type { Subscription } from '../kernel/plugin.ts';

/** A subscription with what only kernel parts need. */
export interface EventSubscription extends Omit<Subscription, 'handle'> {
  handle?: Subscription['handle'];
  /**
   * Instead of `handle`: work in transactions of its own, longer than one may last. It is delivered again after a crash
   * and has to find out itself what was done; no mark is kept.
   */
  runOutside?(accountID: string, payload: unknown): Promise<void>;
  /** Queue of its deliveries; that of all events unless it says another. */
  queue?: QueueName;
}

/** A subscription and the plugin whose switch decides whether it runs. */
export interface OwnedSubscription {
  /** `core` is never switched off. */
  pluginID: string;
  subscription: EventSubscription;
}

/** Every subscription of the installation. */
export class EventRegistry {
  readonly #byName = new Map<string, OwnedSubscription>();
  readonly #byType = new Map<string, OwnedSubscription[]>();

  /** @throws Error naming both plugins where a subscription name is taken twice */
  constructor(owned: readonly OwnedSubscription[]) {
    for (const each of owned) {
      const { name, event } = each.subscription;
      const other = this.#byName.get(name);
      if (other)
        throw new Error(
          `Plugins "${other.pluginID}" and "${each.pluginID}" both name a subscription "${name}": rename one of them`,
        );
      this.#byName.set(name, each);
      this.#byType.set(event.type, [...(this.#byType.get(event.type) ?? []), each]);
    }
  }

  subscribersOf(type: string): readonly OwnedSubscription[] {
    return this.#byType.get(type) ?? [];
  }

  find(name: string): OwnedSubscription | undefined {
    return this.#byName.get(name);
  }
}

import type { QueueName } from '../jobs/queue/queue.ts';
import type { Subscription } from '../kernel/plugin/plugin.ts';

/** A subscription with options that only the kernel uses. */
export interface EventSubscription extends Omit<Subscription, 'handle'> {
  handle?: Subscription['handle'];
  /**
   * Used instead of `handle`: work in transactions of its own, longer than one transaction may last. It is repeated
   * after a crash and has to find out what is already done, because no handled mark is written.
   */
  runOutside?(accountID: string, payload: unknown): Promise<void>;
  /** Queue of its deliveries; defaults to that of all events. */
  queue?: QueueName;
}

/** A subscription and its plugin. It only runs if the plugin is enabled for the account. */
export interface OwnedSubscription {
  /** `core` is always enabled. */
  pluginID: string;
  subscription: EventSubscription;
}

/** All subscriptions of the installation. */
export class EventRegistry {
  readonly #byName = new Map<string, OwnedSubscription>();
  readonly #byType = new Map<string, OwnedSubscription[]>();

  /** @throws Error naming both plugins if a subscription name is used twice */
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

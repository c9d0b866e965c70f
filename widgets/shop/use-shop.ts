import { useCallback, useState } from 'preact/hooks';
import type { Cart } from '../../plugins/commerce/contracts/portal/cart/cart.contract.ts';
import type { SignedInInWidget } from '../../plugins/commerce/contracts/portal/shop-widget/shop-widget.contract.ts';
import type { PortalProfile } from '../../plugins/commerce/contracts/portal/storefront/storefront.contract.ts';
import { type WidgetClient, WidgetError } from '../sdk/client.ts';
import type { WidgetProps } from '../sdk/mount.tsx';
import { cartAddress, profileAddress, signOutAddress } from './addresses.ts';

/** The current step: browsing, cart or checkout. */
export type Step = 'browse' | 'cart' | 'checkout';

/** The signed-in customer and the cart, which is stored on the server. */
export interface Shop {
  /** Calls an endpoint; an expired sign-in leads to a new one. */
  call: WidgetClient['call'];
  client: WidgetClient;
  tell: WidgetProps['tell'];
  language: string | undefined;
  profile: PortalProfile | undefined;
  cart: Cart | undefined;
  setCart(cart: Cart | undefined): void;
  /**
   * Begins a signed-in session.
   * @throws WidgetError
   */
  enter(signedIn: SignedInInWidget, signal: AbortSignal): Promise<void>;
  /** Deadline and link for setting up a second factor. */
  setUp: SignedInInWidget['setUp'];
  leave(): void;
  /** Whether the sign-in has expired. */
  hasEnded: boolean;
}

export function useShop({ client, tell, language }: WidgetProps<never>): Shop {
  const [profile, setProfile] = useState<PortalProfile>();
  const [cart, setCart] = useState<Cart>();
  const [setUp, showSetUp] = useState<Shop['setUp']>(null);
  const [hasEnded, setEnded] = useState(false);
  const end = useCallback(() => {
    client.signIn(undefined);
    setProfile(undefined);
    setCart(undefined);
  }, [client]);
  const call = useCallback<WidgetClient['call']>(
    async (address, input, signal) => {
      try {
        return await client.call(address, input, signal);
      } catch (error) {
        if (error instanceof WidgetError && error.code === 'widget_signed_out') {
          end();
          setEnded(true);
        }
        throw error;
      }
    },
    [client, end],
  );
  const enter = async (signedIn: SignedInInWidget, signal: AbortSignal): Promise<void> => {
    client.signIn(signedIn.token);
    const [who, kept] = await Promise.all([call(profileAddress, {}, signal), call(cartAddress, {}, signal)]);
    setEnded(false);
    setProfile(who);
    setCart(kept);
    showSetUp(signedIn.setUp);
    tell('signed-in', { customer: who.customer.name });
  };
  const leave = (): void => {
    // Not awaited: the token is forgotten here in any case, and expires on the server.
    void client.call(signOutAddress, {}).catch(() => undefined);
    end();
    tell('signed-out', {});
  };
  return { call, client, tell, language, profile, cart, setCart, enter, setUp, leave, hasEnded };
}

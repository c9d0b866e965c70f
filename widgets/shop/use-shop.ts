import { useCallback, useState } from 'preact/hooks';
import type { Cart } from '../../plugins/commerce/contracts/portal/cart/cart.contract.ts';
import type { SignedInInWidget } from '../../plugins/commerce/contracts/portal/shop-widget/shop-widget.contract.ts';
import type { PortalProfile } from '../../plugins/commerce/contracts/portal/storefront/storefront.contract.ts';
import { type WidgetClient, WidgetError } from '../sdk/client.ts';
import type { WidgetProps } from '../sdk/mount.tsx';
import { cartAddress, profileAddress, signOutAddress } from './addresses.ts';

/** Where somebody stands: looking, at the cart, at the checkout, or at what was ordered. */
export type Step = 'browse' | 'cart' | 'checkout';

/** Who shops, and their cart, which is kept on the server. */
export interface Shop {
  /** Calls; somebody whose sign-in has ended is asked to sign in again. */
  call: WidgetClient['call'];
  client: WidgetClient;
  tell: WidgetProps['tell'];
  language: string | undefined;
  profile: PortalProfile | undefined;
  cart: Cart | undefined;
  setCart(cart: Cart | undefined): void;
  /** Begins with what a sign-in gave. @throws WidgetError */
  enter(signedIn: SignedInInWidget, signal: AbortSignal): Promise<void>;
  /** Until when a second factor is to be set up, and where. */
  setUp: SignedInInWidget['setUp'];
  leave(): void;
  /** Whether the sign-in ended by itself. */
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
    async (address, said, signal) => {
      try {
        return await client.call(address, said, signal);
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
    // Whether the answer comes or not: the token is forgotten here, and ends there by itself.
    void client.call(signOutAddress, {}).catch(() => undefined);
    end();
    tell('signed-out', {});
  };
  return { call, client, tell, language, profile, cart, setCart, enter, setUp, leave, hasEnded };
}

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { dayFormat } from '../sdk/format.ts';
import { CartView } from './cart.tsx';
import { Checkout } from './checkout.tsx';
import { SetUpLink } from './set-up-link.tsx';
import type { Shop, Step } from './use-shop.ts';

/** Header of every step: heading, customer, and cart link. */
export function ShopFrame(props: {
  shop: Shop;
  heading: string;
  step: Step;
  onStep: (step: Step) => void;
  /** Text of the link back from the cart. */
  browse: string;
  children: ComponentChildren;
}) {
  const { shop, heading, step, onStep, browse, children } = props;
  const { profile, cart } = shop;
  const id = useId();
  const count = cart?.lines.length ?? 0;
  return (
    <section class="widget" part="widget" aria-labelledby={id}>
      <div class="row spread">
        <h2 id={id} part="heading">
          {heading}
        </h2>
        {profile && (
          <nav class="row" aria-label="Cart">
            {step === 'browse' ? (
              <button type="button" class="plain" part="button" onClick={() => onStep('cart')}>
                Cart ({count})
              </button>
            ) : (
              <button type="button" class="link" onClick={() => onStep('browse')}>
                {browse}
              </button>
            )}
          </nav>
        )}
      </div>
      {profile && (
        <p class="row muted">
          <span>{profile.customer.name}</span>
          <button type="button" class="link" onClick={shop.leave}>
            Sign out
          </button>
        </p>
      )}
      {profile && shop.setUp && (
        <p class="muted">
          <SetUpLink url={shop.setUp.url}>Set up a second factor</SetUpLink> before{' '}
          {dayFormat(shop.language, shop.setUp.until)}: from then on you need one to order.
        </p>
      )}
      {profile?.isOnHold && <p class="problem">Nothing can be ordered at the moment; please call us.</p>}
      {profile && step === 'cart' ? (
        <CartView shop={shop} onCheckout={() => onStep('checkout')} />
      ) : profile && step === 'checkout' ? (
        <Checkout shop={shop} onDone={() => onStep('browse')} onCart={() => onStep('cart')} />
      ) : (
        children
      )}
    </section>
  );
}

/** Leaves for the page that takes the money; inside a frame it is for the visitor to open it outside. */
export function goToPayment(url: string): void {
  if (globalThis.self === globalThis.top) globalThis.location.assign(url);
}

/** The same by hand: money is paid in no frame of another page. */
export const PaymentLink = ({ url }: { url: string }) => (
  <a class="action" part="button" href={url} target="_top">
    Go to the payment page
  </a>
);

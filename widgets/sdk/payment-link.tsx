/** Goes to the payment page. Inside a frame the visitor has to follow the link, which leaves the frame. */
export function goToPayment(url: string): void {
  if (globalThis.self === globalThis.top) globalThis.location.assign(url);
}

/** Link to the payment page. Payment pages do not open inside frames of other pages. */
export const PaymentLink = ({ url }: { url: string }) => (
  <a class="action" part="button" href={url} target="_top">
    Go to the payment page
  </a>
);

import { expect, it } from 'vitest';
import { embedCode, policyOf } from './embed-code.ts';

const loaderURL = 'https://mill.example/widgets/v1/loader.js';

it('the code has the script once and every element with the key', () => {
  expect(embedCode(loaderURL, 'pk_1', ['millwright-order-status', 'millwright-catalogue'])).toBe(
    `<script async src="https://mill.example/widgets/v1/loader.js"></script>

<millwright-order-status publishable-key="pk_1"></millwright-order-status>
<millwright-catalogue publishable-key="pk_1"></millwright-catalogue>`,
  );
});

it('the policy names the origin of the script', () => {
  expect(policyOf(loaderURL)).toBe('script-src https://mill.example; connect-src https://mill.example');
});

import './product-webhooks.http.test.ts';

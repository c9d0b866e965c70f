import './foreign-orders.http.test.ts';

import './sales-order-import.http.test.ts';

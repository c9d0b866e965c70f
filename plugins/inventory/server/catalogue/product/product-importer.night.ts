import './product-importer.http.test.ts';

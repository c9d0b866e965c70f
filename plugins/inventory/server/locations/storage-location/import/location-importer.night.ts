import './location-importer.http.test.ts';

import './bulk-jobs.http.test.ts';

import './reconcile-large.http.test.ts';

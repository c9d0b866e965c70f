// Compiling schemas takes `new Function`, which the content security policy refuses. Every copy of zod looks for its
// settings here; importing its `config` would bring one more copy into the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The shared libraries have to be settled before anything imports them, hence the step through a chunk.
import('./bootstrap.tsx');

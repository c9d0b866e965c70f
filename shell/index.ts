// Compiled zod schemas use `new Function`, which the content security policy forbids. Every copy of zod reads its
// settings from this global; importing `config` instead would add another copy of zod to the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The shared libraries must be initialized before they are imported, so the rest is in a separate chunk.
import('./bootstrap.tsx');

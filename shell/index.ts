import { config } from 'zod/v4/core';

// Compiling schemas takes `new Function`, which the content security policy refuses: without this each copy of zod would try.
config({ jitless: true });

// The shared libraries have to be settled before anything imports them, hence the step through a chunk.
import('./bootstrap.tsx');

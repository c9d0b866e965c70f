// The shared libraries have to be settled before anything imports them, hence the step through a chunk.
import('./bootstrap.tsx');

export {};

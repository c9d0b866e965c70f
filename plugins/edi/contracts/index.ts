export * from './x12/acknowledge.ts';
export * from './x12/delimiters.ts';
export * from './x12/interchange.ts';
export * from './x12/read.ts';
export * from './x12/segment-rules.ts';
export * from './x12/validate.ts';
export * from './x12/write.ts';

import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type CommandContext, refusal, usageFailure } from '@millwright/core/cli';
import { largestImportFile } from '@millwright/core/contracts';

export interface SourceFile {
  name: string;
  /** Read from disk during the upload. */
  bytes: Blob;
}

const tooLarge = (name: string) =>
  refusal('file_too_large', `${name} is larger than ${largestImportFile / 1024 / 1024} MiB; split it`);

/** Opens the file of an import; `-` is standard input. */
export async function openSource(ctx: CommandContext, file: string): Promise<SourceFile> {
  if (file === '-') {
    if (ctx.stdin.isTTY) throw usageFailure('Standard input is the keyboard', 'Name a file, or pipe one into it');
    let size = 0;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of ctx.stdin) {
      ctx.signal.throwIfAborted();
      size += chunk.byteLength;
      if (size > largestImportFile) throw tooLarge('What stands on standard input');
      chunks.push(chunk);
    }
    return { name: 'standard input', bytes: new Blob(chunks) };
  }
  const path = ctx.pathOf(file);
  const facts = await stat(path).catch(() => undefined);
  if (!facts) throw usageFailure(`There is no file ${file}`);
  if (!facts.isFile()) throw usageFailure(`${file} is no file`);
  if (facts.size > largestImportFile) throw tooLarge(file);
  return { name: basename(path), bytes: await openAsBlob(path) };
}

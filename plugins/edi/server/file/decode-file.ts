/** Text of a partner's file: UTF-8 if the bytes are valid, else Windows-1252, which accepts every byte. */
export function decodeFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

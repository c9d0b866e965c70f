/** Bytes of a partner's file as text: UTF-8 where they are that, else Windows-1252, which every byte is. */
export function decodeFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** A workbook cannot be read; the message is for the person who uploaded it. */
export class UnreadableWorkbookError extends Error {
  override name = 'UnreadableWorkbookError';
}

const damaged = (): UnreadableWorkbookError =>
  new UnreadableWorkbookError('The workbook is damaged; open it in a spreadsheet program and save it again');

/** Callbacks while reading an XML file; names come without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const mostEntries = 2_000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The parts of a workbook: XML files in a ZIP archive, each read as a stream and never held completely. */
export class WorkbookPackage {
  readonly #zip: ZipFile;
  readonly #entries = new Map<string, Entry>();
  readonly #mostBytes: number;
  #bytes = 0;

  private constructor(zip: ZipFile, mostBytes: number) {
    this.#zip = zip;
    this.#mostBytes = mostBytes;
  }

  /** Opens an archive and limits the number of unpacked bytes. @throws UnreadableWorkbookError */
  static async open(bytes: Uint8Array, mostBytes: number): Promise<WorkbookPackage> {
    try {
      const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      if (zip.entryCount > mostEntries) throw damaged();
      const opened = new WorkbookPackage(zip, mostBytes);
      // Of two files with the same name spreadsheets use the first.
      for await (const entry of zip.eachEntry())
        if (!opened.#entries.has(entry.fileName)) opened.#entries.set(entry.fileName, entry);
      return opened;
    } catch {
      throw damaged();
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Passes a file to its handler; a missing file counts as empty. @throws UnreadableWorkbookError */
  async read(name: string, handler: XmlHandler): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    if (entry.isEncrypted())
      throw new UnreadableWorkbookError('The workbook is protected by a password; save it without one');
    // The archive's reader refuses a file that unpacks to more than its declared size.
    this.#bytes += entry.uncompressedSize;
    if (this.#bytes > this.#mostBytes) {
      const megabytes = Math.round(this.#mostBytes / 1_000_000);
      throw new UnreadableWorkbookError(
        `The workbook is too large (more than ${megabytes} MB unpacked); save the sheet as CSV`,
      );
    }
    try {
      await parse(await this.#zip.openReadStreamPromise(entry), handler);
    } catch (error) {
      throw error instanceof UnreadableWorkbookError ? error : damaged();
    }
  }
}

async function parse(stream: Readable, handler: XmlHandler): Promise<void> {
  const options: sax.SAXOptions & { strictEntities: boolean } = { position: false, strictEntities: true };
  const parser = sax.parser(true, options);
  parser.onerror = (error) => {
    throw error;
  };
  parser.ondoctype = () => {
    throw new UnreadableWorkbookError('The workbook has a document type, which is not allowed');
  };
  parser.onopentag = ({ name, attributes }) => handler.open(localName(name), attributes as Record<string, string>);
  parser.ontext = (text) => handler.text?.(text);
  parser.oncdata = (text) => handler.text?.(text);
  parser.onclosetag = (name) => handler.close?.(localName(name));
  const decoder = new StringDecoder('utf8');
  // The byte order mark at the beginning is not XML.
  let isFirst = true;
  for await (const chunk of stream) {
    const text = decoder.write(chunk as Buffer);
    parser.write(isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text);
    isFirst = false;
  }
  parser.write(decoder.end()).close();
}

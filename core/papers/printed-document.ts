/** The sender in the header of a document. */
export interface PaperBrand {
  name: string;
  /** Address, phone, mail: one text per line. */
  lines: readonly string[];
  /** `data:` URL of a PNG or JPEG; null without a logo. */
  logo: string | null;
}

/** A column of a document's table. */
export interface PaperColumn {
  header: string;
  align?: 'left' | 'right';
  /** In points; `*` takes the rest. */
  width: number | '*';
}

/** A row with one text per column; `detail` is printed smaller below the text of the first wide column. */
export interface PaperRow {
  cells: readonly string[];
  detail?: string | null;
}

/** The content of a document, independent of its layout. All values are formatted for the account. */
export interface PrintedDocument {
  /** 'Invoice 1042' */
  title: string;
  brand: PaperBrand;
  /** Facts in the header beside the addresses: ['Date', 'March 3, 2026']. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Addresses such as bill to and ship to. */
  parties: readonly { label: string; lines: readonly string[] }[];
  /** Text across the document, such as VOID. */
  mark?: string | null;
  tables: readonly {
    title?: string;
    columns: readonly PaperColumn[];
    rows: readonly PaperRow[];
    /** Text in place of rows if there are none. */
    empty?: string;
  }[];
  /** The last one is emphasized. */
  totals: readonly (readonly [label: string, value: string])[];
  notes: readonly string[];
  pageSize: 'LETTER' | 'A4';
}

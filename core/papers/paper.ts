/** Who a paper comes from, as its head shows it. */
export interface PaperBrand {
  name: string;
  /** Address, phone, mail: one text a line. */
  lines: readonly string[];
  /** `data:` URL of a PNG or JPEG; null without one. */
  logo: string | null;
}

/** A column of the table of a paper. */
export interface PaperColumn {
  header: string;
  align?: 'left' | 'right';
  /** Points, `*` for what is left. */
  width: number | '*';
}

/** A row: one text a column; `detail` stands smaller below the text of the first wide column. */
export interface PaperRow {
  cells: readonly string[];
  detail?: string | null;
}

/** What a paper says, apart from how it is drawn. Everything is written as the account writes it. */
export interface Paper {
  /** 'Invoice 1042' */
  title: string;
  brand: PaperBrand;
  /** What stands at its head, beside the addresses: ['Date', 'March 3, 2026']. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Bill to, ship to. */
  parties: readonly { label: string; lines: readonly string[] }[];
  /** Said across the paper, such as VOID. */
  mark?: string | null;
  tables: readonly {
    title?: string;
    columns: readonly PaperColumn[];
    rows: readonly PaperRow[];
    /** Said in place of rows where there are none. */
    empty?: string;
  }[];
  /** The last one is the one that counts. */
  totals: readonly (readonly [label: string, value: string])[];
  notes: readonly string[];
  pageSize: 'LETTER' | 'A4';
}

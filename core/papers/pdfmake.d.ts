/**
 * The part of pdfmake 0.3 that documents and labels use. The package's own types would add browser types to the server.
 */
declare module 'pdfmake' {
  type Margin = number | [number, number] | [number, number, number, number];
  interface Block {
    text?: string | Block[];
    svg?: string;
    image?: string;
    fit?: [number, number];
    width?: number | string;
    height?: number;
    fontSize?: number;
    bold?: boolean;
    color?: string;
    alignment?: 'left' | 'right' | 'center';
    margin?: Margin;
    absolutePosition?: { x: number; y: number };
    pageBreak?: 'before';
    stack?: Block[];
    columns?: Block[];
    columnGap?: number;
    unbreakable?: boolean;
    table?: {
      headerRows?: number;
      dontBreakRows?: boolean;
      widths: (number | string)[];
      body: Block[][];
    };
    layout?: {
      hLineWidth?(index: number, node: { table: { body: unknown[] } }): number;
      vLineWidth?(): number;
      hLineColor?(): string;
      paddingLeft?(index: number): number;
      paddingRight?(index: number, node: { table: { widths: unknown[] } }): number;
      paddingTop?(): number;
      paddingBottom?(): number;
    };
  }
  interface Definition {
    pageSize: { width: number; height: number } | 'LETTER' | 'A4';
    pageMargins: number | [number, number, number, number];
    info: Record<string, string>;
    defaultStyle?: Block & { lineHeight?: number };
    footer?(page: number, pages: number): Block;
    content: Block[];
  }
  const pdfmake: {
    setFonts(fonts: Record<string, Record<string, string>>): void;
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void;
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void;
    createPdf(definition: Definition): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
  export type { Block, Definition };
}

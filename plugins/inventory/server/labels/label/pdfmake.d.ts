/** The part of pdfmake 0.3 that labels use; the types of its makers bring the browser's into the server. */
declare module 'pdfmake' {
  interface Block {
    text?: string;
    svg?: string;
    width?: number;
    height?: number;
    fontSize?: number;
    bold?: boolean;
    absolutePosition?: { x: number; y: number };
    pageBreak?: 'before';
    stack?: Block[];
  }
  interface Definition {
    pageSize: { width: number; height: number };
    pageMargins: number;
    info: Record<string, string>;
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

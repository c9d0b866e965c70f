/**
 * Style sheets are imported as text: widgets adopt them as constructed style sheets, which `style-src` does not
 * restrict.
 */
declare module '*.css' {
  const text: string;
  export default text;
}

/** Style sheets come as text: widgets adopt them, which no `style-src` of the page forbids. */
declare module '*.css' {
  const text: string;
  export default text;
}

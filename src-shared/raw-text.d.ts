/** A text file as a string, which the bundler inserts. */
declare module '*.md?raw' {
  const text: string
  export default text
}

/** A text file as a string, which the bundler puts in. */
declare module '*.md?raw' {
  const text: string
  export default text
}

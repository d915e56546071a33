/** The part of `sax` that is used here. */
declare module 'sax' {
  interface SaxParser {
    onerror: (error: Error) => void
    onopentag: (tag: { readonly name: string }) => void
    onclosetag: (name: string) => void
    ontext: (text: string) => void
    oncdata: (text: string) => void
    write(xml: string): SaxParser
    close(): SaxParser
  }
  const sax: { parser(isStrict: boolean, options: { readonly strictEntities: boolean }): SaxParser }
  export default sax
}

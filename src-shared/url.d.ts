/** The part of `URL` that shared code uses. Node and browsers have it, and their types merge with this one. */
interface URL {
  readonly protocol: string
  readonly hostname: string
  readonly username: string
  readonly password: string
}

declare var URL: {
  new (url: string, base?: string | URL): URL
  canParse(url: string, base?: string | URL): boolean
}

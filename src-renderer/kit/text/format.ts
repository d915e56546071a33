/** Number and time formats, in one locale until the words are translated. */
const LOCALE = 'en'

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const tenth = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })
const signed = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero' })
const dollars = (most: number) =>
  new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', maximumFractionDigits: most })
const wholeCents = dollars(2)
const smallPrice = dollars(4)
const anyPrice = dollars(8)
const day = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' })
const date = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clock = new Intl.DateTimeFormat(LOCALE, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const exactClock = new Intl.DateTimeFormat(LOCALE, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})
const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
const plural = new Intl.PluralRules(LOCALE)

export const formatNumber = (value: number) => whole.format(value).replace('-', '−')
/** Shows at most one decimal. */
export const formatTenths = (value: number) => tenth.format(value)
export const formatCompact = (value: number) => compact.format(value)
export const formatSigned = (value: number) => signed.format(value).replace('-', '−')
/** Two decimals from one dollar on; below, up to four, because a call costs a fraction of a cent. */
export const formatCost = (usd: number) => (usd < 1 ? smallPrice : wholeCents).format(usd)
/** At most eight decimals, because prices are per million tokens. */
export const formatExactCost = (usd: number) => anyPrice.format(usd)
export const formatShare = (share: number) => `${whole.format(share * 100)} %`
/** Keeps a number and its percent sign on one line. */
export const keepPercents = (text: string) => text.replaceAll(' %', '\u00a0%')

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${whole.format(ms)} ms`
  if (ms < 60_000) return `${tenth.format(ms / 1000)} s`
  return `${whole.format(Math.floor(ms / 60_000))} min ${whole.format(Math.floor((ms % 60_000) / 1000))} s`
}

/** A coarse duration: "45 s", "14 min", "3 h 5 min", "2 d". */
export function formatSpan(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return `${whole.format(Math.floor(ms / 1000))} s`
  if (minutes < 60) return `${whole.format(minutes)} min`
  if (minutes >= 48 * 60) return `${whole.format(Math.floor(minutes / (24 * 60)))} d`
  const rest = minutes % 60
  return `${whole.format(Math.floor(minutes / 60))} h${rest === 0 ? '' : ` ${whole.format(rest)} min`}`
}

export function formatBytes(characters: number): string {
  if (characters >= 1e6) return `${formatTenths(characters / 1e6)} MB`
  return characters < 1000 ? `${whole.format(characters)} B` : `${whole.format(characters / 1000)} kB`
}

/** The time if it is today, else the day, with the year if it is not this year. */
export function formatDay(iso: string): string {
  const at = new Date(iso)
  const now = new Date()
  if (at.toDateString() === now.toDateString()) return time.format(at)
  return (at.getFullYear() === now.getFullYear() ? day : date).format(at)
}
export const formatClock = (iso: string) => clock.format(new Date(iso))
export const formatExactClock = (iso: string) => exactClock.format(new Date(iso))
export const formatDateTime = (iso: string) => dateTime.format(new Date(iso))

export const count = (value: number, one: string, many: string) =>
  `${whole.format(value)} ${plural.select(value) === 'one' ? one : many}`

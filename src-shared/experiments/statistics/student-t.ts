/**
 * Student's t distribution, by the regularized incomplete beta function (DLMF 8.17, continued fraction after Lentz) and
 * bisection; accurate to about 1e-10. The maintained packages that provide it have more than two hundred dependencies.
 */

/** The inverse of `tBelow`, for a probability between 0 and 1. */
export function tQuantile(probability: number, degreesOfFreedom: number): number {
  if (probability === 0.5) return 0
  if (probability < 0.5) return -tQuantile(1 - probability, degreesOfFreedom)
  let [low, high] = [0, 1]
  while (tBelow(high, degreesOfFreedom) < probability && high < 1e12) high *= 2
  for (let step = 0; step < 200 && high - low > 1e-12 * Math.max(1, high); step++) {
    const middle = (low + high) / 2
    if (tBelow(middle, degreesOfFreedom) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The quantile of the normal distribution, which t approaches for many degrees of freedom. */
export const normalQuantile = (probability: number): number => tQuantile(probability, 1e7)

export const normalBelow = (z: number): number => tBelow(z, 1e7)

/** The probability of a value of at most `t`. */
export function tBelow(t: number, degreesOfFreedom: number): number {
  const tail = incompleteBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5) / 2
  return t >= 0 ? 1 - tail : tail
}

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  // The fraction converges fast below the mean; above it, the other tail is computed.
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

const TINY = 1e-300
function fraction(x: number, a: number, b: number): number {
  let [c, d] = [1, 1 / nonZero(1 - ((a + b) * x) / (a + 1))]
  let value = d
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / nonZero(1 + even * d)
    c = nonZero(1 + even / c)
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + odd * d)
    c = nonZero(1 + odd / c)
    const change = d * c
    value *= change
    if (Math.abs(change - 1) < 1e-15) break
  }
  return value
}

const nonZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

/** Lanczos' approximation (g = 7, nine terms). */
function logGamma(x: number): number {
  const shifted = x - 1
  const sum = LANCZOS.reduce((total, term, index) => total + (index === 0 ? term : term / (shifted + index)), 0)
  const base = shifted + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum)
}
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

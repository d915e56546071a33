/**
 * What the stand-in has of an API of Electron, the names that are given: each takes what it takes there, and of what it
 * gives there it gives a part.
 */
export type PartOf<Api, Name extends keyof Api> = {
  [Key in Name]: Api[Key] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Some<Result>
    : Some<Api[Key]>
}

type Some<Value> =
  Value extends Promise<infer Held>
    ? Promise<Some<Held>>
    : Value extends (infer Item)[]
      ? Some<Item>[]
      : Value extends (...args: never[]) => unknown
        ? Value
        : Value extends object
          ? { [Key in keyof Value]?: Some<Value[Key]> }
          : Value

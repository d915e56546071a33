/**
 * The named members of an API of Electron that the stand-in implements. Each takes the same arguments, and its result
 * has a part of the original's fields.
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

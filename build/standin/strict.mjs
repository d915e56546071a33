/** A missing API fails by name, rather than as "undefined is not a function" somewhere in the bundle. */
export const strict = (name, target) =>
  new Proxy(target, {
    get(object, key) {
      if (key in object || typeof key === 'symbol' || key === 'then') return Reflect.get(object, key)
      throw new Error(`electron stand-in: ${name}.${String(key)} is not implemented`)
    },
  })

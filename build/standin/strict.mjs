/** Makes a missing function throw with its name. */
export const strict = (name, target) =>
  new Proxy(target, {
    get(object, key) {
      if (key in object || typeof key === 'symbol' || key === 'then') return Reflect.get(object, key)
      throw new Error(`electron stand-in: ${name}.${String(key)} is not implemented`)
    },
  })

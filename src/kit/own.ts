/**
 * What an object itself has by a name that a caller or a page chose: `toString` and `constructor` are
 * names too, and every object inherits something by them.
 */
export const own = (object: unknown, name: string): unknown =>
  Object.hasOwn(Object(object), name) ? Object(object)[name] : undefined

/** Defined rather than assigned: such a name may be `__proto__`. */
export const setOwn = (object: object, name: string, value: unknown): void => {
  Object.defineProperty(object, name, {
    ...{ value, enumerable: true, configurable: true, writable: true },
  })
}

import { type TObject, type TProperties, Type } from 'typebox'

/** An object that has a name in the API's description (`openapi-document.ts`), and so in clients. */
export const named = <P extends TProperties>(title: string, properties: P): TObject<P> =>
  Type.Object(properties, { title })

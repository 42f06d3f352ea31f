import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where what is published is shown, below the server's own address. */
export const objectPath = '/objects'

/** Says that whoever has the URL may see the object until then, with a secret of the server's own. */
export const createUrlSigner = (secret: string, now: () => number = Date.now) => {
  const signatureOf = (id: string, expires: number) =>
    createHmac('sha256', secret).update(`${id} ${expires}`).digest('base64url')
  return {
    urlOf(publicUrl: string, id: string, seconds: number): string {
      const expires = Math.floor(now() / 1_000) + seconds
      return `${publicUrl}${objectPath}/${id}?expires=${expires}&signature=${signatureOf(id, expires)}`
    },
    isGood({ id, expires, signature }: { id: string; expires: number; signature: string }) {
      const expected = Buffer.from(signatureOf(id, expires))
      const given = Buffer.from(signature)
      return (
        expires * 1_000 > now() &&
        given.length === expected.length &&
        timingSafeEqual(given, expected)
      )
    },
  }
}

export type UrlSigner = ReturnType<typeof createUrlSigner>

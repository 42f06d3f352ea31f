import { withDecodableLogin } from '../kit/url-login.ts'

/** Where an S3-compatible store is and what opens it. Addresses are `origin/bucket/key`. */
export type S3Place = {
  origin: string
  bucket: string
  /** In front of every key: empty, or with a `/` at its end. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** How callers reach it; undefined: they are not to. */
  publicOrigin: string | undefined
}

/** Of S3_URL and S3_PUBLIC_URL; what is wrong with them is never shown with the secret in it. */
export const readS3Place = (
  text: string | undefined,
  publicOrigin: string | undefined,
  problems: string[],
): S3Place | undefined => {
  if (text === undefined) return undefined
  const place = placeIn(text, publicOrigin)
  if (!place) problems.push('S3_URL is not https://KEY:SECRET@host/bucket/folder?region=name.')
  return place
}

const placeIn = (text: string, publicOrigin: string | undefined): S3Place | undefined => {
  const url = URL.parse(withDecodableLogin(text))
  if (!url || !/^https?:$/.test(url.protocol) || url.hash) return undefined
  const { region = 'us-east-1', ...others } = Object.fromEntries(url.searchParams)
  const [bucket = '', ...folders] = url.pathname.split('/').filter(part => part !== '')
  const isName = (part: string) => /^[A-Za-z0-9._-]{1,255}$/.test(part) && !/^\.\.?$/.test(part)
  if (!url.username || !url.password || Object.keys(others).length > 0) return undefined
  if (![bucket, region, ...folders].every(isName)) return undefined
  return {
    ...{ origin: url.origin, bucket, region, publicOrigin },
    prefix: folders.map(folder => `${folder}/`).join(''),
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}
